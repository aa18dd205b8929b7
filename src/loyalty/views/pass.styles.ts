import { css } from 'lit'

/** How the card of a membership looks. */
export const styles = css`
  /* The card of the membership. Its colour comes from the service. Without one it is outlined, and tinted with the accent. */
  .pass {
    --_art: var(--_tier, var(--_accent));
    --_muted: currentColor;
    position: relative;
    align-content: space-between;
    gap: 1.5em;
    min-block-size: 14em;
    padding: 1.5em;
    border-color: color-mix(in oklab, var(--_art), currentColor 75%);
    background: linear-gradient(115deg, color-mix(in srgb, var(--_art) 6%, transparent), color-mix(in srgb, var(--_art) 16%, transparent));
    overflow: clip;
  }
  /* Beside the words above the balance, where no other text is, however long the balance becomes. */
  .art {
    position: absolute;
    grid-row: 2;
    inset-block-start: -1.75em;
    inset-inline-end: 1em;
    inline-size: auto;
    block-size: 4.5em;
    opacity: 0.25;
    stroke-width: 1;
  }
  @supports (color: color(from red xyz-d65 x y z)) {
    /* Text in black or white on it. The gradient moves away from the colour of the text, so that contrast only grows. */
    .filled {
      --_far: calc(1 - (var(--_dark)));
      --_shine: color-mix(in oklab, var(--_art), color(from var(--_art) xyz-d65 calc(0.9505 * var(--_far)) var(--_far) calc(1.089 * var(--_far)) / 1) 45%);
      background:
        linear-gradient(
          112deg,
          #0000 44%,
          color-mix(in srgb, var(--_shine) 60%, #0000) 56%,
          #0000 57% 62%,
          color-mix(in srgb, var(--_shine) 40%, #0000) 72%,
          #0000 73%
        ),
        linear-gradient(112deg, var(--_art) 20%, var(--_shine) 120%);
    }
    .filled > * {
      --_accent: currentColor;
      color: color(from var(--_art) xyz-d65 calc(0.9505 * var(--_dark)) var(--_dark) calc(1.089 * var(--_dark)) / 1);
    }
  }
  /* Side by side as long as no word breaks. */
  .pass > .split > * {
    flex: 1;
    max-inline-size: 100%;
    overflow-wrap: break-word;
  }
  .pass > .split > :nth-child(2) {
    text-align: end;
  }
  h2 {
    font: inherit;
    font-weight: 600;
    line-height: 1.3;
  }
  .pass h2:first-child:last-child,
  [part='tier-name'] {
    font-family: var(--storefront-heading-font, inherit);
    font-size: var(--_heading);
    font-weight: var(--storefront-heading-weight, 650);
    line-height: 1.2;
  }
  [part='balance'] {
    display: block;
    inline-size: fit-content;
    font-family: var(--storefront-heading-font, inherit);
    font-size: var(--_display);
    font-weight: var(--storefront-heading-weight, 650);
    line-height: 1.1;
    letter-spacing: -0.03em;
  }
  .spendable {
    min-block-size: 4.75em;
  }
  .note {
    display: flex;
    align-items: center;
    gap: 0.375em;
    inline-size: fit-content;
    min-block-size: 1.5em;
    margin-block-start: 0.5em;
    font-size: 0.875em;
  }
  [part~='soon'] {
    padding: 0.25em 0.5em;
    border: 1px solid;
    border-radius: var(--_control-radius);
    font-weight: 650;
  }
  .meter {
    display: grid;
    gap: 0.5em;
    font-size: 0.875em;
  }
  progress {
    appearance: none;
    inline-size: 100%;
    block-size: 0.5em;
    border: 0;
    border-radius: 1em;
    background: color-mix(in srgb, currentColor 18%, transparent);
    color: inherit;
    overflow: clip;
  }
  ::-webkit-progress-bar {
    background: none;
  }
  ::-webkit-progress-value {
    background: var(--_accent);
  }
  ::-moz-progress-bar {
    background: var(--_accent);
  }
  /* Large text: nothing stands side by side. */
  @container (width < 15em) {
    .pass > .split > :nth-child(2) {
      text-align: start;
    }
    .art {
      display: none;
    }
  }
  /* Two lines, whether it needs them or not: what expires next changes with a redemption. */
  @container (width < 22em) {
    .note {
      min-block-size: 3em;
    }
  }
  @media (forced-colors: active) {
    progress {
      border: 1px solid;
      forced-color-adjust: none;
    }
    .filled > * {
      color: CanvasText;
    }
  }
`
