<?php defined( 'ABSPATH' ) || exit; ?>
<div class="storefront-protection" <?php echo esc_attr( $hidden ); ?>>
	<storefront-protection cart="events" lines="<?php echo esc_attr( $lines ); ?>" proxy="<?php echo esc_url( $proxy ); ?>" amount="<?php echo esc_attr( $amount ); ?>" currency="<?php echo esc_attr( $currency ); ?>" lang="<?php echo esc_attr( $lang ); ?>" quote="<?php echo esc_attr( $quote ); ?>">
		<?php echo esc_html( $words ); ?>
	</storefront-protection>
</div>
