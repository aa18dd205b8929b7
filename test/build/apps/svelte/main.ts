import { mount } from 'svelte'
import { StorefrontTracking } from 'storefront-widgets'
import 'storefront-widgets/tracking/define'
import App from './app.svelte'

StorefrontTracking.proxy = new URL(location.href).searchParams.get('proxy')!
mount(App, { target: document.getElementById('app')! })
