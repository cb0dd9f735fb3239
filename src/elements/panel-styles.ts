import { css, type CSSResult } from 'lit';

/**
 * The colours and sizes of all elements. A page sets them by the properties without an underscore.
 * `light-dark` follows the `color-scheme` of the page; engines without it follow the system.
 */
const tokens = css`
  :host {
    --_accent: var(--usher-accent, #0b57d0);
    --_on-accent: var(--usher-on-accent, #fff);
    --_surface: var(--usher-surface, #fff);
    --_text: var(--usher-text, #1b1b1f);
    --_muted: var(--usher-muted, #5a5d66);
    --_line: var(--usher-line, #d3d6de);
    --_danger: var(--usher-danger, #b3261e);
    --_radius: var(--usher-radius, 0.625rem);
    display: block;
    color: var(--_text);
    font: var(--usher-font, 1rem/1.5 system-ui, sans-serif);
  }
  @media (prefers-color-scheme: dark) {
    :host {
      --_accent: var(--usher-accent, #a8c7fa);
      --_on-accent: var(--usher-on-accent, #062e6f);
      --_surface: var(--usher-surface, #1f2024);
      --_text: var(--usher-text, #e7e8ec);
      --_muted: var(--usher-muted, #b0b4bf);
      --_line: var(--usher-line, #45484f);
      --_danger: var(--usher-danger, #ffb4ab);
    }
  }
  @supports (color: light-dark(red, red)) {
    :host {
      --_accent: var(--usher-accent, light-dark(#0b57d0, #a8c7fa));
      --_on-accent: var(--usher-on-accent, light-dark(#fff, #062e6f));
      --_surface: var(--usher-surface, light-dark(#fff, #1f2024));
      --_text: var(--usher-text, light-dark(#1b1b1f, #e7e8ec));
      --_muted: var(--usher-muted, light-dark(#5a5d66, #b0b4bf));
      --_line: var(--usher-line, light-dark(#d3d6de, #45484f));
      --_danger: var(--usher-danger, light-dark(#b3261e, #ffb4ab));
    }
  }
  :host([hidden]) {
    display: none;
  }
`;

/** The styles of panels, and of what they are made of. */
export const panelStyles: CSSResult = css`
  ${tokens}
  * {
    box-sizing: border-box;
  }
  [part='panel'] {
    display: grid;
    gap: 0.875rem;
    padding: 1.25rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    text-align: start;
    overflow-wrap: anywhere;
  }
  h2,
  h3,
  p,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  h2 {
    font-size: 1.1875rem;
    line-height: 1.3;
  }
  p,
  [part='hint'],
  [part='offer-details'] {
    color: var(--_muted);
    font-size: 0.9375rem;
  }
  /* Words have a direction of their own, and begin where the panel does. */
  h2,
  h3,
  p,
  time,
  span {
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  p:empty,
  [part='actions']:empty,
  span:empty {
    display: none;
  }
  [part='error'] {
    color: var(--_danger);
  }
  [part='notice'] {
    border-inline-start: 3px solid var(--_danger);
    padding-inline-start: 0.75rem;
  }
  [part='group'] {
    margin-block-end: -0.5rem;
    font-size: 0.9375rem;
  }
  a {
    color: var(--_accent);
  }
  ul,
  form {
    display: grid;
    gap: 0.5rem;
  }
  [part='actions'] {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 0.75rem;
  }
  [part='hint'] {
    margin-inline-end: -0.5rem;
  }
  button,
  input {
    min-block-size: 2.75rem;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) * 0.8);
    padding: 0.5rem 1rem;
    background: none;
    color: inherit;
    font: inherit;
  }
  li > button {
    inline-size: 100%;
  }
  input {
    inline-size: 100%;
    border-color: var(--_muted);
  }
  button {
    unicode-bidi: plaintext;
    cursor: pointer;
    font-weight: 600;
  }
  button:hover {
    border-color: var(--_accent);
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  h2:focus-visible {
    outline: 0;
  }
  [part~='primary'] {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  [part~='primary']:hover {
    filter: brightness(1.08);
  }
  [part~='link'] {
    justify-self: start;
    min-block-size: 2rem;
    border-color: transparent;
    padding: 0 0.375rem;
    margin-inline-start: -0.375rem;
    color: var(--_accent);
  }
  [part='offer'] {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 1rem;
    text-align: start;
  }
  [part='offer-details'] {
    font-weight: 400;
  }
  [part='panel'][aria-busy='true'] button {
    cursor: progress;
    opacity: 0.7;
  }
  @media (forced-colors: active) {
    /* A link has a border here: it begins where the other buttons do. */
    [part~='link'] {
      padding-inline: 0.75rem;
      margin-inline-start: 0;
    }
    [part='hint'] {
      margin-inline-end: 0;
    }
    [part='panel'][aria-busy='true'] button {
      border-color: GrayText;
      color: GrayText;
      opacity: 1;
    }
  }
  progress {
    inline-size: 100%;
    accent-color: var(--_accent);
  }
  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
