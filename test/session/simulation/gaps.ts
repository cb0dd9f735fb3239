import { isCalm } from './history.ts';
import type { History, Sent } from './history.ts';

/** The calls that keep a session alive. */
const keeping = ['session/init', 'session/login', 'session/keepalive'];
const shortestMs = 600_000;
const longestMs = 900_000;
/** After a database has hung, tabs work without a lease for this time. */
const databaseRestMs = 60_000;
/**
 * In a hidden tab timers run once a minute, so a hanging database times out after a minute, not 2
 * s.
 */
const throttledTimeoutMs = 60_000;

const at = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

const sessionOf = ({ opened, session }: Sent): string | null => opened ?? session;

/** The requests of a session that reached the platform. The session is alive from then on. */
const contactsOf = ({ sent }: History, session: string): Sent[] =>
  sent
    .filter((one) => one.status === 200 && keeping.includes(one.id) && sessionOf(one) === session)
    .sort((one, other) => one.arrivedAt! - other.arrivedAt!);

/** The periods in which a tab ran and showed a session. */
function awakeSpans(
  history: History,
  tab: string,
): { session: string; from: number; to: number }[] {
  type Moment = { readonly at: number; readonly id?: string | null; readonly runs?: boolean };
  const moments: Moment[] = [
    ...history.shown
      .filter((one) => one.tab === tab)
      .map(({ at: from, id, status }) => ({
        at: from,
        id: status === 'static' || status === 'opening' ? null : id,
      })),
    ...history.lives
      .filter((one) => one.tab === tab)
      .map(({ at: from, is }) => ({ at: from, runs: is === 'awake' || is === 'throttled' })),
  ].sort((one, other) => one.at - other.at);
  const spans: { session: string; from: number; to: number }[] = [];
  let [id, runs, from] = [null as string | null, true, 0];
  for (const moment of [...moments, { at: history.endedAt, runs: false }]) {
    const next = moment.id === undefined ? id : moment.id;
    const runsThen = moment.runs ?? runs;
    if (next === id && runsThen === runs) continue;
    if (id && runs) spans.push({ session: id, from, to: moment.at });
    [id, runs, from] = [next, runsThen, moment.at];
  }
  return spans;
}

export function gapsTooLong(history: History): string[] {
  return [...new Set(history.lives.map(({ tab }) => tab))].flatMap((tab) =>
    awakeSpans(history, tab).flatMap(({ session, from, to }) => {
      const contacts = contactsOf(history, session)
        .map(({ arrivedAt }) => arrivedAt!)
        .filter((one) => one > from && one < to);
      const faultEnds = history.faults
        .filter(({ kind }) => kind === 'network' || kind === 'clocks')
        .map((one) => one.to)
        .filter((one) => one > from && one < to);
      const starts = [from, ...contacts, ...faultEnds];
      return starts
        .filter((start) => {
          const waits =
            history.lives.findLast((life) => life.tab === tab && life.at <= start)?.is ===
              'throttled' && !isCalm(history, ['durable'], start, start + longestMs);
          const end = start + longestMs + (waits ? throttledTimeoutMs : 0);
          return (
            end < to &&
            isCalm(history, ['network', 'clocks'], start + 1, end) &&
            !contacts.some((contact) => contact > start && contact <= end)
          );
        })
        .map(
          (start) =>
            `${tab} showed ${session} from ${at(from)} to ${at(to)}, without a keepalive in the 15 min from ${at(start)}`,
        );
    }),
  );
}

/**
 * When the tab that sent a request was last frozen. It notices changes of the clocks when it wakes.
 */
const stoodStillAt = ({ lives }: History, { tab, at: sentAt }: Sent): number =>
  lives.findLast((life) => life.tab === tab && life.is === 'frozen' && life.at <= sentAt)?.at ??
  Infinity;

/**
 * Whether a tab could report its keepalive to the others: not when it froze or closed before the
 * answer.
 */
const isToldOf = ({ lives }: History, { tab, at: from, endedAt = Infinity }: Sent): boolean =>
  !lives.some(
    (life) =>
      life.tab === tab &&
      life.is !== 'awake' &&
      life.is !== 'throttled' &&
      life.at >= from &&
      life.at <= endedAt + 100,
  );

export function gapsTooShort(history: History): string[] {
  const sessions = new Set(history.sent.map(sessionOf).filter(Boolean) as string[]);
  return [...sessions].flatMap((session) =>
    contactsOf(history, session).flatMap((contact, index, all) => {
      const before = all[index - 1];
      if (
        !before ||
        contact.id !== 'session/keepalive' ||
        contact.arrivedAt! - before.arrivedAt! >= shortestMs
      ) {
        return [];
      }
      // A login takes no lease, so other tabs do not know that it keeps the session alive.
      const isBeside = before.id === 'session/login' && contact.at <= (before.endedAt ?? Infinity);
      const isExempt =
        isBeside ||
        !isCalm(history, ['network', 'mirror', 'platform'], before.at, contact.arrivedAt!) ||
        !isCalm(history, ['durable'], before.at - databaseRestMs, contact.arrivedAt!) ||
        !isCalm(
          history,
          ['clocks'],
          Math.min(before.at, stoodStillAt(history, contact)) - longestMs,
          contact.arrivedAt!,
        ) || // a jump of the clock allows one more
        !isToldOf(history, before.at < contact.at ? before : contact); // sent first
      if (isExempt) return [];
      return [
        `${session}: ${before.id} of ${before.tab} at ${at(before.arrivedAt!)}, keepalive of ${contact.tab} at ${at(contact.arrivedAt!)}`,
      ];
    }),
  );
}
