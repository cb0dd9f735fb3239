import { css, type CSSResult } from 'lit';

/** The styles of the account and of the list of purchases, beside those of panels. */
export const viewerStyles: CSSResult = css`
  [part='account'] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem;
  }
  [part='name'] {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  ::slotted([slot='usher-login']) {
    max-inline-size: 22rem;
    margin-block-start: 0.75rem;
  }
  h3 {
    margin: 0;
    font: inherit;
  }
  h3 a {
    color: inherit;
  }
  li + li {
    margin-block-start: 0.5rem;
    border-block-start: 1px solid var(--_line);
    padding-block-start: 1rem;
  }
  [part~='purchase'] {
    display: grid;
    gap: 0.25rem;
  }
  [part='purchase-head'] {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: baseline;
    gap: 0 1rem;
    font-weight: 600;
  }
  [part~='purchase'] [part='actions'] {
    margin-block-start: 0.5rem;
  }
  time {
    color: var(--_muted);
    font-weight: 400;
    font-size: 0.9375rem;
  }
`;
