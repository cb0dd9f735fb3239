import type { SessionState } from '../session/state/session-state.ts';
import { createElement } from '../browser/create-element.ts';
import { formatError, formatTime, shortId } from './format.ts';
import type { InspectorSource, SessionFacts } from './source.ts';
import type { View } from './view.ts';

/** What is known of a session: a name and a text each. Empty texts are left out. */
export function sessionLines(
  {
    status,
    changedAt,
    id,
    user,
    language,
    gateway,
    geo,
    data,
    late,
    error,
    incident,
  }: SessionState,
  { persistence, mode, epoch, keptAliveAt }: SessionFacts,
): readonly (readonly [name: string, text: string])[] {
  const viewer = user === undefined ? 'not known yet' : user ? user.id : 'not logged in';
  const lines: [string, string][] = [
    ['Status', `${status} since ${formatTime(changedAt)}`],
    ['Error', formatError(error)],
    ['Session', shortId(id)],
    ['Viewer', viewer],
    ['Language', language ?? ''],
    ['Gateway', gateway ?? ''],
    ['Country', geo.geocode ?? ''],
    ['Kept alive', formatTime(keptAliveAt)],
    ['Keepalive', late ? `late by ${Math.round(late.byMs / 1000)} s (${late.why})` : ''],
    ['Incident', incident?.title ?? ''],
    ['Persistence', persistence],
    ['Mode', mode],
    ['Epoch', String(epoch)],
    ['Data', Object.keys(data).join(', ')],
  ];
  return lines.filter(([, text]) => text !== '');
}

export function createSessionView({ $session, sessionFacts }: InspectorSource): View {
  const root = createElement('dl');
  return {
    title: 'Session',
    root,
    draw() {
      root.replaceChildren(
        ...sessionLines($session.get(), sessionFacts()).flatMap(([name, text]) => [
          createElement('dt', {}, name),
          createElement('dd', {}, text),
        ]),
      );
    },
  };
}
