import { createElement } from '../browser/create-element.ts';

/** The room at the end of the page lets it scroll until nothing of it is below the panel. */
const styles = `
:host { all: initial; display: block; flex: none; grid-column: 1 / -1; block-size: min(22rem, 60vh); }
[hidden] { display: none !important; }
section {
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483647;
  display: flex;
  flex-direction: column;
  box-sizing: border-box;
  block-size: min(22rem, 60vh);
  border-block-start: 1px solid #767a84;
  background: #fff;
  color: #1b1b1f;
  font: 0.8125rem/1.5 system-ui, sans-serif;
  box-shadow: 0 -0.25rem 1.5rem rgb(0 0 0 / 20%);
}
.top { display: flex; align-items: stretch; border-block-end: 1px solid #d3d6de; }
[role='tablist'] { display: flex; flex: 1; overflow-x: auto; }
button { font: inherit; color: inherit; cursor: pointer; }
[role='tab'], .close {
  flex: none;
  min-block-size: 2.75rem;
  padding: 0 0.875rem;
  border: 0;
  border-block-end: 2px solid transparent;
  background: none;
}
[role='tab'] { color: #5a5d66; }
[role='tab'][aria-selected='true'] { border-block-end-color: #0b57d0; color: inherit; }
.close { min-inline-size: 2.75rem; font-size: 1.25rem; }
[role='tabpanel'] { flex: 1; overflow: auto; padding: 0.75rem 0.875rem; }
:focus-visible { outline: 2px solid #0b57d0; outline-offset: -2px; }
table { border-collapse: collapse; inline-size: 100%; }
th, td {
  padding: 0.1875rem 1rem 0.1875rem 0;
  border-block-end: 1px solid #e4e6eb;
  text-align: start;
  vertical-align: top;
}
th { color: #5a5d66; font-weight: 400; white-space: nowrap; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
td:last-child { inline-size: 100%; min-inline-size: 14rem; white-space: normal; overflow-wrap: anywhere; }
.bad { color: #b3261e; }
.empty { margin: 0; color: #5a5d66; }
dl {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 0.1875rem 1.5rem;
  margin: 0;
}
dt { color: #5a5d66; }
dd { margin: 0; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; margin-block-end: 0.75rem; }
.bar p { margin: 0; }
.bar input {
  box-sizing: border-box;
  inline-size: min(20rem, 100%);
  min-block-size: 2.25rem;
  padding: 0 0.75rem;
  border: 1px solid #767a84;
  border-radius: 0.375rem;
  background: none;
  color: inherit;
  font: inherit;
}
.bar a { padding-block: 0.375rem; }
a { color: #0b57d0; }
td a { color: inherit; }
.bar button {
  min-block-size: 2.25rem;
  padding: 0 0.75rem;
  border: 1px solid #767a84;
  border-radius: 0.375rem;
  background: none;
}
.bar button[aria-disabled='true'] { opacity: 0.5; cursor: default; }
.faults > p { margin: 0 0 0.75rem; color: #5a5d66; }
.bar label { display: flex; align-items: center; gap: 0.5rem; min-block-size: 2.25rem; }
.bar input[type='checkbox'] { inline-size: 1.125rem; min-block-size: 1.125rem; margin: 0; }
pre { margin: 0.75rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  section { background: #1f2024; color: #e7e8ec; }
  .top, th, td { border-color: #45484f; }
  th, dt, .empty, .faults > p, [role='tab'] { color: #b0b4bf; }
  .bad { color: #ffb4ab; }
  .bar a { color: #a8c7fa; }
  input { color-scheme: dark; }
  [role='tab'][aria-selected='true'] { border-block-end-color: #a8c7fa; color: inherit; }
  :focus-visible { outline-color: #a8c7fa; }
}
@media (forced-colors: active) {
  [role='tab'], .close { border-block-end-color: Canvas; }
  [role='tab'][aria-selected='true'] { border-block-end-color: Highlight; }
  .bar button[aria-disabled='true'] { border-color: GrayText; color: GrayText; opacity: 1; }
  .bad { font-weight: 700; }
}
`;

/**
 * Adds the styles to the panel. A sheet made by script needs no permission of the page's policy.
 * Browsers without such sheets get a style element, which a strict policy may refuse: the panel is
 * plain there.
 */
export function addStyles(root: ShadowRoot): void {
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  } else {
    (root as ShadowRoot).append(createElement('style', {}, styles));
  }
}
