<?php defined( 'ABSPATH' ) || exit; ?>
<div class="storefront-protection-cart" hidden data-amount="<?php echo esc_attr( $amount ); ?>" data-currency="<?php echo esc_attr( $currency ); ?>" data-endpoint="<?php echo esc_url( $endpoint ); ?>" data-nonce="<?php echo esc_attr( $nonce ); ?>" data-line="<?php echo esc_attr( $line ); ?>"></div>
