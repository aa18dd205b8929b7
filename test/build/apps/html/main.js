import { StorefrontTracking } from 'storefront-widgets'
import 'storefront-widgets/tracking/define'

StorefrontTracking.proxy = new URL(location.href).searchParams.get('proxy')
