import { html, type TemplateResult } from 'lit/html.js';

const paths = {
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9.5h-13z',
  close: 'M5 5l14 14M19 5 5 19',
  play: 'M7 4.5v15l13-7.5z',
  ticket: 'M4 7h16v3.2a2 2 0 0 0 0 3.6V17H4v-3.2a2 2 0 0 0 0-3.6zM14 7.5v9',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
};

/**
 * A line drawing that takes the colour and size of its place. Text stands beside it, so it is
 * hidden from screen readers.
 */
export const icon = (name: keyof typeof paths): TemplateResult =>
  html`<svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill=${name === 'play' ? 'currentColor' : 'none'}
    stroke="currentColor"
    stroke-width="2"
    stroke-linejoin="round"
    stroke-linecap="round"
  >
    <path d=${paths[name]} />
  </svg>`;
