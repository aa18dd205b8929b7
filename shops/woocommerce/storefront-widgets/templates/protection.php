<?php defined( 'ABSPATH' ) || exit; ?>
<div class="storefront-protection" data-endpoint="<?php echo esc_url( $endpoint ); ?>" data-nonce="<?php echo esc_attr( $nonce ); ?>" data-line="<?php echo esc_attr( $line ); ?>">
	<storefront-protection cart="events" lines="<?php echo esc_attr( $lines ); ?>" proxy="<?php echo esc_url( $proxy ); ?>" amount="<?php echo esc_attr( $amount ); ?>" currency="<?php echo esc_attr( $currency ); ?>" lang="<?php echo esc_attr( $lang ); ?>">
		<?php esc_html_e( 'Shipment protection is offered here when it is available.', 'storefront-widgets' ); ?>
	</storefront-protection>
</div>
