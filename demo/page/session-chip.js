import { el } from './dom.js';
import { createPanel } from './panel.js';

const words = {
  idle: ['No session yet', 'It opens with the first thing that needs it.'],
  opening: ['Opening', 'The platform is being asked for a session.'],
  ready: ['Ready', 'The session is open and kept alive.'],
  static: ['Static', 'This page plays without a personal session.'],
  offline: ['Offline', 'The connection is gone; what is known stays.'],
  degraded: ['Degraded', 'The platform answers in part only.'],
  ended: ['Ended', 'The next thing that needs a session opens a new one.'],
};

/** Shows `usher.$session` as a button with a dot, and its details in a panel. */
export function mountSessionChip(place, usher) {
  const { panel, opener } = createPanel({ id: 'session-panel', label: 'Session', button: { class: 'chip', 'data-session': '' } });
  place.append(opener, panel);
  usher.$session.subscribe((session) => {
    opener.dataset.status = session.status;
    opener.replaceChildren(...face(session));
    panel.replaceChildren(...details(session));
  });
}

function face({ status, language, gateway, id }) {
  const extra = [language, gateway, shorten(id)].filter(Boolean).join(' · ');
  return [
    el('span', { class: 'dot' }),
    el('span', {}, el('span', { class: 'visually-hidden' }, 'Session: '), words[status]?.[0] ?? status),
    extra && el('span', { class: 'extra', 'aria-hidden': 'true' }, extra),
  ].filter(Boolean);
}

function details(session) {
  const [title, story] = words[session.status] ?? [session.status, ''];
  const rows = [
    ['Session', session.id && el('code', { 'data-session-id': '' }, session.id)],
    ['Viewer', session.user?.id ?? 'anonymous'],
    ['Language', session.language],
    ['Gateway', session.gateway],
    ['Country', countryOf(session.geo)],
    ['Since', session.since ? new Date(session.since).toLocaleTimeString(document.documentElement.lang) : ''],
    ['Last error', session.error?.code],
  ];
  return [
    el('h2', {}, title),
    el('p', {}, story),
    el('dl', {}, ...rows.flatMap(([name, value]) => (value ? [el('dt', {}, name), el('dd', {}, value)] : []))),
  ];
}

const countryOf = (geo) => (geo && typeof geo === 'object' ? geo.country ?? geo.geocode ?? geo.code : geo);

/** The first and the last four digits of an ID. */
const shorten = (id) => (id && id.length > 9 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id);
