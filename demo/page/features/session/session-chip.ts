import { el } from '../../ui/dom.ts';
import { createPanel } from '../../ui/popover-panel.ts';
import { createPrivacyControl } from './privacy-control.ts';
import { statusWords } from './session-text.ts';

/**
 * Shows `usher.$session` as a button with a dot; its details, and what the viewer may decide about
 * them, in a panel.
 */
export function mountSessionChip(place, usher) {
  const { panel, opener } = createPanel({
    id: 'session-panel',
    label: 'Session',
    button: { class: 'chip', 'data-session': '' },
  });
  const details = el('div');
  const privacy = createPrivacyControl(usher);
  panel.append(details, privacy.section);
  panel.addEventListener('beforetoggle', privacy.refresh);
  place.append(opener, panel);
  const draw = () => {
    const session = usher.$session.get();
    opener.dataset.status = session.status;
    opener.toggleAttribute('data-late', Boolean(session.late));
    // A browser knows at once that it is cut off, a session with its next request.
    opener.toggleAttribute('data-cut-off', !navigator.onLine);
    const title = statusWords(navigator.onLine ? session.status : 'offline').title;
    opener.replaceChildren(...face(session, title));
    details.replaceChildren(...describe(session));
  };
  usher.$session.subscribe(draw);
  window.addEventListener('online', draw);
  window.addEventListener('offline', draw);
}

function face({ language, gateway, id }, title) {
  const extra = [language, gateway, shorten(id)].filter(Boolean).join(' · ');
  return [
    el('span', { class: 'dot' }),
    el('span', {}, el('span', { class: 'visually-hidden' }, 'Session: '), title),
    extra && el('span', { class: 'extra', 'aria-hidden': 'true' }, extra),
  ].filter(Boolean);
}

function describe(session) {
  const { title, story } = statusWords(session.status);
  const { late } = session;
  const rows = [
    ['Session', session.id && el('code', { 'data-session-id': '' }, session.id)],
    ['Viewer', session.user?.id ?? 'anonymous'],
    ['Language', session.language],
    ['Gateway', session.gateway],
    ['Country', session.geo.geocode],
    [
      'Since',
      session.since
        ? new Date(session.since).toLocaleTimeString(document.documentElement.lang)
        : '',
    ],
    ['Keepalive', late && `${Math.round(late.byMs / 1000)} s late (${late.why})`],
    ['Last error', session.error?.code],
  ];
  return [
    el('h2', {}, title),
    el('p', {}, story),
    el(
      'dl',
      {},
      ...rows.flatMap(([name, value]) => (value ? [el('dt', {}, name), el('dd', {}, value)] : [])),
    ),
  ];
}

/** The first and the last four digits of an ID. */
const shorten = (id) => (id && id.length > 9 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id);
