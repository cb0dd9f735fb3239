import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import { keep, readKept } from '../session/site-storage.ts';
import { momentWords } from '../../ui/format-date-time.ts';
import { followIncidents, onIncidents } from './current-incidents.ts';
import { affectedWords, severityOf } from './incident-text.ts';

/** One that grows worse is told anew. */
const keyOf = ({ ID, title, severity }) => `${ID || title} ${severity}`;

/**
 * A band at the foot of the window with what is wrong at the platform, the worst first, until it is
 * over or the viewer has read it. It moves nothing on the page.
 */
export async function mountIncidentBanner(usher) {
  const list = el('div', { role: 'status', class: 'incident-list' });
  const banner = el('aside', { class: 'incidents', 'aria-label': 'Trouble at the platform' }, list);
  const shown = new Map();
  await loadStyle();
  document.body.append(banner);
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--incidents', `${banner.offsetHeight}px`),
  ).observe(banner);

  onIncidents((incidents) => {
    const dismissed = (readKept('incidents') ?? []).filter((key) =>
      incidents.some((one) => keyOf(one) === key),
    );
    const wanted = incidents
      .filter((one) => !dismissed.includes(keyOf(one)))
      .sort((a, b) => severityOf(b)[1] - severityOf(a)[1]);
    for (const [key, element] of shown) {
      if (!wanted.some((one) => keyOf(one) === key)) remove(key, element);
    }
    wanted.forEach((incident, index) => {
      if (shown.has(keyOf(incident))) return;
      const element = createIncident(incident, () => dismiss(incident));
      shown.set(keyOf(incident), element);
      // What stands already is not said again.
      list.insertBefore(element, list.children[index] ?? null);
    });
  });
  const dismiss = (incident) => {
    // More than a platform has at once.
    keep('incidents', [...(readKept('incidents') ?? []), keyOf(incident)].slice(-20));
    remove(keyOf(incident), shown.get(keyOf(incident)));
  };
  const remove = (key, element) => {
    const hadFocus = element.contains(document.activeElement);
    shown.delete(key);
    element.remove();
    if (hadFocus) {
      (list.querySelector('button') ?? document.querySelector('main')).focus({
        preventScroll: true,
      });
    }
  };
  await followIncidents(usher);
}

function createIncident(incident, dismiss) {
  const { title, description, started, severity } = incident;
  const since = started ? `Since ${momentWords(started * 1000)}.` : '';
  return el(
    'div',
    { class: 'incident', 'data-severity': severity },
    el(
      'div',
      {},
      el(
        'p',
        {},
        el('span', { class: 'incident-severity' }, severityOf(incident)[0]),
        ' ',
        el('strong', {}, title),
      ),
      el('p', {}, affectedWords(incident)),
      (description || since) &&
        el(
          'details',
          {},
          el('summary', {}, 'More about it'),
          el('p', {}, [description, since].filter(Boolean).join(' ')),
        ),
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'notice-close',
        'aria-label': `Dismiss: ${title}`,
        onclick: dismiss,
      },
      icon('close'),
    ),
  );
}

/**
 * The style comes with the banner: pages without trouble do without it, and so does their first
 * load.
 */
function loadStyle() {
  return new Promise((resolve, reject) => {
    document.head.append(
      el('link', {
        rel: 'stylesheet',
        href: '/page/styles/incident.css',
        onload: resolve,
        onerror: reject,
      }),
    );
  });
}
