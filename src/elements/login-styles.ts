import { css, type CSSResult } from 'lit';

/** The element itself is only a frame. */
export const loginStyles: CSSResult = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
`;

/**
 * The form is in the tree of the page, so its styles are too. They match nothing but the form. In a
 * panel it takes the colours of the panel, which are inherited. Elsewhere it follows the
 * `color-scheme` of the page, as the panels do.
 */
export const formStyles: CSSResult = css`
  @supports (color: light-dark(red, red)) {
    form.usher-login {
      --_form-accent: light-dark(#0b57d0, #a8c7fa);
      --_form-on-accent: light-dark(#fff, #062e6f);
      --_form-danger: light-dark(#b3261e, #ffb4ab);
    }
  }
  form.usher-login {
    display: grid;
    gap: 0.75rem;
    margin: 0;
    font: var(--usher-font, 1rem/1.5 system-ui, sans-serif);
    text-align: start;
  }
  form.usher-login > * {
    margin: 0;
  }
  form.usher-login label {
    display: grid;
    gap: 0.25rem;
    font-size: 0.9375rem;
  }
  form.usher-login input,
  form.usher-login button {
    box-sizing: border-box;
    min-block-size: 2.75rem;
    inline-size: 100%;
    border: 1px solid var(--_muted, #767676);
    border-radius: calc(var(--_radius, 0.625rem) * 0.8);
    padding: 0.5rem 1rem;
    background: transparent;
    color: inherit;
    font: inherit;
  }
  form.usher-login button {
    border-color: transparent;
    background: var(--_accent, var(--usher-accent, var(--_form-accent, #0b57d0)));
    color: var(--_on-accent, var(--usher-on-accent, var(--_form-on-accent, #fff)));
    font-weight: 600;
    cursor: pointer;
  }
  form.usher-login :focus-visible {
    outline: 2px solid var(--_accent, var(--usher-accent, var(--_form-accent, #0b57d0)));
    outline-offset: 2px;
  }
  form.usher-login [role='alert'] {
    color: var(--_danger, var(--usher-danger, var(--_form-danger, #b3261e)));
    unicode-bidi: plaintext;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  form.usher-login [role='alert']:empty {
    display: none;
  }
`;
