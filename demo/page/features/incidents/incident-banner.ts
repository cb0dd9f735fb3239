import { repeat } from 'lit/directives/repeat.js';
import { html, render } from 'lit/html.js';
import type { Incident, Usher } from 'usher-runtime';
import { getElement } from '../../ui/get-element.ts';
import { createStoredValue } from '../session/site-storage.ts';
import { currentIncidents, followIncidents, onIncidents } from './current-incidents.ts';
import { severityOf } from './incident-text.ts';
import { incidentNotice } from './incident.ts';

/** More than a platform has at once. */
const maxDismissed = 20;

const storedDismissed = createStoredValue<readonly string[]>('incidents');

/** An incident that grows worse is shown anew. */
const keyOf = ({ ID, title, severity }: Incident): string => `${ID || title} ${severity}`;

/**
 * A band at the foot of the window with what is wrong at the platform, the worst first, until it is
 * over or the viewer has read it. It moves nothing on the page.
 */
export async function mountIncidentBanner(usher: Usher): Promise<void> {
  const banner = document.createElement('aside');
  banner.className = 'incidents';
  banner.setAttribute('aria-label', 'Trouble at the platform');
  render(html`<div role="status" class="incident-list"></div>`, banner);
  await loadStyle();
  document.body.append(banner);
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--incidents', `${banner.offsetHeight}px`),
  ).observe(banner);
  followIncidentsIn(getElement('.incident-list', banner));
  await followIncidents(usher);
}

/** Keeps the list up to date. Incidents that stay are not moved: that would announce them again. */
function followIncidentsIn(list: HTMLElement): void {
  const dismiss = (incident: Incident): void => {
    const dismissed = [...(storedDismissed.read() ?? []), keyOf(incident)];
    storedDismissed.write(dismissed.slice(-maxDismissed));
    draw();
  };
  const draw = (): void => {
    const hadFocus = list.contains(document.activeElement);
    const wanted = wantedOf(currentIncidents());
    render(
      repeat(wanted, keyOf, (incident) => incidentNotice(incident, () => dismiss(incident))),
      list,
    );
    if (hadFocus && !list.contains(document.activeElement)) focusNext(list);
  };
  onIncidents(draw);
}

/** Without those that the viewer has dismissed, the worst first. */
function wantedOf(incidents: readonly Incident[]): Incident[] {
  const dismissed = storedDismissed.read() ?? [];
  return incidents
    .filter((incident) => !dismissed.includes(keyOf(incident)))
    .sort((one, other) => severityOf(other).rank - severityOf(one).rank);
}

/** Focuses the next incident, else the page. */
const focusNext = (list: HTMLElement): void =>
  (list.querySelector('button') ?? getElement('main')).focus({ preventScroll: true });

/** The style comes with the banner, so that pages without trouble need not load it. */
function loadStyle(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/page/styles/incident.css';
    link.onload = resolve;
    link.onerror = () => reject(new Error('the style of the incidents did not load'));
    document.head.append(link);
  });
}
