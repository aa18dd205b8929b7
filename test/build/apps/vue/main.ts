import { createApp } from 'vue'
import { StorefrontLoyalty } from 'storefront-widgets'
import 'storefront-widgets/loyalty/define'
import App from './app.vue'

StorefrontLoyalty.proxy = new URL(location.href).searchParams.get('proxy')!
createApp(App).mount('#app')
