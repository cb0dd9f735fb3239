import { isCalm } from './history.ts';
import type { History, Sent } from './history.ts';

/** The calls that keep a session alive. */
const keeping = ['session/init', 'session/login', 'session/keepalive'];
const shortestMs = 600_000;
const longestMs = 900_000;
/** A database that has hung is not asked again for so long: the tabs do without a lease. */
const databaseRestMs = 60_000;
/**
 * While a hidden tab's timers run once a minute, a database that hangs is given up after one, not
 * after its 2 s.
 */
const throttledPatienceMs = 60_000;

const at = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

const sessionOf = ({ opened, session }: Sent): string | null => opened ?? session;

/** When the platform heard of a session: it lives from then on. */
const contactsOf = ({ sent }: History, session: string): Sent[] =>
  sent
    .filter((one) => one.status === 200 && keeping.includes(one.id) && sessionOf(one) === session)
    .sort((one, other) => one.arrivedAt! - other.arrivedAt!);

/** Spans in which a tab ran and showed a session. */
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
      const troubled = history.troubles
        .filter(({ kind }) => kind === 'network' || kind === 'clocks')
        .map((one) => one.to)
        .filter((one) => one > from && one < to);
      const starts = [from, ...contacts, ...troubled];
      return starts
        .filter((start) => {
          const waits =
            history.lives.findLast((life) => life.tab === tab && life.at <= start)?.is ===
              'throttled' && !isCalm(history, ['durable'], start, start + longestMs);
          const end = start + longestMs + (waits ? throttledPatienceMs : 0);
          return (
            end < to &&
            isCalm(history, ['network', 'clocks'], start + 1, end) &&
            !contacts.some((contact) => contact > start && contact <= end)
          );
        })
        .map(
          (start) =>
            `${tab} showed ${session} from ${at(from)} to ${at(to)}, and nobody kept it alive in the 15 min from ${at(start)}`,
        );
    }),
  );
}

/**
 * When a tab that sent something last came to stand still: what the clocks did then it sees when it
 * wakes.
 */
const stoodStillAt = ({ lives }: History, { tab, at: sentAt }: Sent): number =>
  lives.findLast((life) => life.tab === tab && life.is === 'frozen' && life.at <= sentAt)?.at ??
  Infinity;

/** A tab that stood still or was gone before it knew of its keepalive could not tell the others. */
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
      // A login takes no lease: nobody can know that the platform is about to hear of the session.
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
        ) || // a clock that jumps costs one more
        !isToldOf(history, before.at < contact.at ? before : contact); // the one that left first
      if (isExempt) return [];
      return [
        `${session}: ${before.id} of ${before.tab} at ${at(before.arrivedAt!)}, keepalive of ${contact.tab} at ${at(contact.arrivedAt!)}`,
      ];
    }),
  );
}
