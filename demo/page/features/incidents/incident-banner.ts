import type { Incident, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElement } from '../../ui/get-element.ts';
import { createStoredValue } from '../session/site-storage.ts';
import { followIncidents, onIncidents } from './current-incidents.ts';
import { severityOf } from './incident-text.ts';
import { createIncident } from './incident.ts';

/** More than a platform has at once. */
const mostDismissed = 20;

const storedDismissed = createStoredValue<readonly string[]>('incidents');

/** An incident that grows worse is shown anew. */
const keyOf = ({ ID, title, severity }: Incident): string => `${ID || title} ${severity}`;

/**
 * A band at the foot of the window with what is wrong at the platform, the worst first, until it is
 * over or the viewer has read it. It moves nothing on the page.
 */
export async function mountIncidentBanner(usher: Usher): Promise<void> {
  const list = el('div', { role: 'status', class: 'incident-list' });
  const banner = el('aside', { class: 'incidents', 'aria-label': 'Trouble at the platform' }, list);
  await loadStyle();
  document.body.append(banner);
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--incidents', `${banner.offsetHeight}px`),
  ).observe(banner);
  followIncidentsIn(list);
  await followIncidents(usher);
}

/** Keeps the list up to date. */
function followIncidentsIn(list: HTMLElement): void {
  const shown = new Map<string, HTMLElement>();
  const remove = (key: string): void => {
    const element = shown.get(key);
    shown.delete(key);
    if (element) removeFrom(list, element);
  };
  const dismiss = (key: string): void => {
    storedDismissed.write([...(storedDismissed.read() ?? []), key].slice(-mostDismissed));
    remove(key);
  };
  onIncidents((incidents) => {
    const wanted = wantedOf(incidents);
    for (const key of shown.keys()) {
      if (!wanted.some((incident) => keyOf(incident) === key)) remove(key);
    }
    wanted.forEach((incident, index) => {
      const key = keyOf(incident);
      if (shown.has(key)) return;
      const element = createIncident(incident, () => dismiss(key));
      shown.set(key, element);
      // The others stay where they are: what is moved is read out again.
      list.insertBefore(element, list.children[index] ?? null);
    });
  });
}

/** Without those that the viewer has dismissed, the worst first. */
function wantedOf(incidents: readonly Incident[]): Incident[] {
  const dismissed = storedDismissed.read() ?? [];
  return incidents
    .filter((incident) => !dismissed.includes(keyOf(incident)))
    .sort((one, other) => severityOf(other).rank - severityOf(one).rank);
}

/** The focus goes to the next incident, else to the page. */
function removeFrom(list: HTMLElement, element: HTMLElement): void {
  const hadFocus = element.contains(document.activeElement);
  element.remove();
  if (!hadFocus) return;
  const next = list.querySelector('button') ?? getElement('main');
  next.focus({ preventScroll: true });
}

/** The style comes with the banner, so that pages without trouble need not load it. */
function loadStyle(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    document.head.append(
      el('link', {
        rel: 'stylesheet',
        href: '/page/styles/incident.css',
        onload: resolve,
        onerror: () => reject(new Error('the style of the incidents did not load')),
      }),
    );
  });
}
