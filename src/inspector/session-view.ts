import { createElement } from '../browser/create-element.ts';
import type { SessionState } from '../session/state/session-state.ts';
import { formatError, formatTime, shortId } from './format.ts';
import type { InspectorSource, LeaseFacts, SessionFacts } from './source.ts';
import type { View } from './view.ts';

type Line = readonly [name: string, text: string];

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
): readonly Line[] {
  const lines: Line[] = [
    ['Status', `${status} since ${formatTime(changedAt)}`],
    ['Error', formatError(error)],
    ['Session', shortId(id)],
    ['Viewer', viewerText(user)],
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

function viewerText(user: SessionState['user']): string {
  if (user === undefined) return 'not known yet';
  return user ? user.id : 'not logged in';
}

/** The lines that the browser is asked for. What it does not know is left out. */
export function tabLines(
  { isHeldHere, expiresAt }: LeaseFacts,
  inspectors: number | undefined,
  now: number,
): readonly Line[] {
  const isTaken = expiresAt !== undefined && expiresAt > now;
  const holder = isHeldHere ? 'this tab' : 'another tab';
  const lines: Line[] = [
    ['Lease', isTaken ? `${holder} until ${formatTime(expiresAt)}` : 'free'],
    ['Tabs with an inspector', inspectors === undefined ? '' : String(inspectors)],
  ];
  return lines.filter(([, text]) => text !== '');
}

/** `countInspectors`: the tabs of this device that have an inspector open. */
export function createSessionView(
  { $session, sessionFacts, leaseFacts, now }: InspectorSource,
  countInspectors: () => Promise<number | undefined>,
): View {
  const root = createElement('dl');
  let asked: readonly Line[] = [];
  const show = (): void => {
    const lines = [...sessionLines($session.get(), sessionFacts()), ...asked];
    root.replaceChildren(
      ...lines.flatMap(([name, text]) => [
        createElement('dt', {}, name),
        createElement('dd', {}, text),
      ]),
    );
  };
  const ask = async (): Promise<void> => {
    const [lease, inspectors] = await Promise.all([leaseFacts(), countInspectors()]);
    asked = tabLines(lease, inspectors, now());
  };
  return {
    title: 'Session',
    root,
    draw() {
      show();
      void ask().then(show);
    },
  };
}
