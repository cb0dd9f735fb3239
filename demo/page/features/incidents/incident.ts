import type { Incident } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { icon } from '../../ui/icon.ts';
import { affectedText, severityOf } from './incident-text.ts';

/** One incident, with a button that dismisses it. */
export function createIncident(incident: Incident, dismiss: () => void): HTMLElement {
  const { title, description, started, severity } = incident;
  const since = started ? `Since ${formatDateTime(started * 1000)}.` : '';
  const more = [description, since].filter(Boolean).join(' ');
  const close = el(
    'button',
    {
      type: 'button',
      class: 'notice-close',
      'aria-label': `Dismiss: ${title}`,
      onclick: dismiss,
    },
    icon('close'),
  );
  const headline = el(
    'p',
    {},
    el('span', { class: 'incident-severity' }, severityOf(incident).text),
    ' ',
    el('strong', {}, title),
  );
  return el(
    'div',
    { class: 'incident', 'data-severity': severity },
    el(
      'div',
      {},
      headline,
      el('p', {}, affectedText(incident)),
      more && el('details', {}, el('summary', {}, 'More about it'), el('p', {}, more)),
    ),
    close,
  );
}
