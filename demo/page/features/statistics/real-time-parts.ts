import { html, render } from 'lit/html.js';
import type { RealtimeFigures } from 'usher-runtime';
import { getElement, getElementOf } from '../../ui/get-element.ts';
import { createChoice } from './choice.ts';
import { formatCount, formatTime } from './formats.ts';
import type { ViewStore } from './view-store.ts';

/** A figure of the last minutes, by the platform's name. */
export interface RealTimeFigure {
  readonly name: keyof RealtimeFigures;
  readonly title: string;
  readonly format: (value: number) => string;
}

export const realTimeFigures: readonly RealTimeFigure[] = [
  { name: 'views', title: 'Views', format: formatCount },
  { name: 'playerstarts', title: 'Player starts', format: formatCount },
  { name: 'displays', title: 'Displays', format: formatCount },
  { name: 'viewtime', title: 'View time', format: formatTime },
  { name: 'clicks', title: 'Clicks', format: formatCount },
  { name: 'downloads', title: 'Downloads', format: formatCount },
  { name: 'adimpressions', title: 'Ad impressions', format: formatCount },
];

/** The elements that change. */
export interface RealTimeParts {
  /** By the names of the figures. */
  readonly values: ReadonlyMap<string, HTMLElement>;
  readonly items: HTMLElement;
  readonly gateways: HTMLElement;
  readonly status: HTMLElement;
  readonly pause: HTMLButtonElement;
}

/** Fills the section. */
export function createRealTimeParts(container: HTMLElement, view: ViewStore): RealTimeParts {
  const last = createChoice({ view, name: 'last', label: 'In the last' });
  render(
    html`<div class="card-head">
        <h2 id="now-title">Right now</h2>
        <div class="card-controls">
          ${last}<button type="button" class="button" aria-pressed="false">Hold</button>
        </div>
      </div>
      <dl class="now-figures">
        ${realTimeFigures.map(
          ({ name, title }) =>
            html`<div>
              <dt>${title}</dt>
              <dd data-now=${name}>–</dd>
            </div>`,
        )}
      </dl>
      <div>
        <h3>Watched most</h3>
        <ol class="now-items"></ol>
      </div>
      <p class="soft" data-now-gateways></p>
      <p class="soft" data-now-said>One moment …</p>
      <p class="card-note">Only the filter for media applies here.</p>`,
    container,
  );
  return {
    values: new Map(
      realTimeFigures.map(({ name }) => [name, getElement(`[data-now="${name}"]`, container)]),
    ),
    items: getElement('.now-items', container),
    gateways: getElement('[data-now-gateways]', container),
    status: getElement('[data-now-said]', container),
    pause: getElementOf(HTMLButtonElement, 'button', container),
  };
}
