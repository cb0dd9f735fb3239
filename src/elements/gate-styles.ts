import { css, type CSSResult } from 'lit';

/**
 * The panel of a gate lies over the media element, which keeps its size. A video is no higher than
 * its gate or the window: its controls are at its lower end.
 */
export const gateStyles: CSSResult = css`
  :host {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  [part='media'],
  [part='cover'] {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }
  [part='cover'] {
    display: grid;
    align-items: center;
    justify-items: center;
    overflow: auto;
    background: var(--_surface);
    background: color-mix(in srgb, var(--_surface) 55%, transparent);
    backdrop-filter: blur(0.75rem);
    padding: clamp(0.5rem, 3%, 1.5rem);
  }
  [part='cover'] [part='panel'] {
    inline-size: min(100%, 26rem);
    box-shadow: 0 0.5rem 2rem #0003;
  }
  [part='cover'].granted,
  :host([previewing]) [part='cover'] {
    display: contents;
  }
  :host([previewing]) [part='panel'] {
    grid-area: 2 / 1;
  }
  [part='cover'].checking {
    background: none;
    backdrop-filter: none;
    pointer-events: none;
    animation: appear 0s 1s both;
  }
  @keyframes appear {
    from {
      opacity: 0; /* screen readers know the status before it changes */
    }
  }
  [part='cover'],
  ::slotted(video) {
    border-radius: var(--_radius);
  }
  ::slotted(video) {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    max-block-size: 100vh;
    max-block-size: 100svh;
  }
  [inert] ::slotted(video) {
    max-block-size: none; /* the picture is as high as what covers it */
  }
  @media print {
    [part='cover'] {
      display: none; /* paper has nothing to press */
    }
  }
`;
