import { isCalm, timeText, type Facts, type SentRequest } from '../facts.ts';
import { isSharing } from './sharing.ts';
import { couldNotTell, stalledBefore } from './stalls.ts';

// Judge 7, at every moment: while a page is awake, the clocks agree and the network is healthy, the
// gaps between the calls that keep its session alive are within 10 to 15 min, over all pages.

/** The calls that keep a session alive. */
const keeping = ['session/init', 'session/login', 'session/keepalive'];
const shortestMs = 600_000;
const longestMs = 900_000;
/** After a database has hung, pages work without a lease for this time. */
const databaseRestMs = 60_000;
/** In a hidden page timers run once a minute, so a hanging database times out after a minute. */
const throttledTimeoutMs = 60_000;

const sessionOf = ({ opened, session }: SentRequest): string | null => opened ?? session;

const isRunning = (life: string): boolean => life === 'awake' || life === 'throttled';

/** The requests of a session that reached the platform. The session is alive from then on. */
const contactsOf = ({ sent }: Facts, session: string, device: number): SentRequest[] =>
  sent
    .filter(
      (one) =>
        one.status === 200 &&
        one.device === device &&
        keeping.includes(one.id) &&
        sessionOf(one) === session,
    )
    .sort((one, other) => one.arrivedAt! - other.arrivedAt!);

/** A period in which a page ran and showed a session. */
interface Span {
  readonly page: string;
  readonly device: number;
  readonly session: string;
  readonly from: number;
  readonly to: number;
}

/** What changes at a moment: the session that is shown, or whether the page runs. */
interface Moment {
  readonly at: number;
  readonly id?: string | null;
  readonly runs?: boolean;
}

function spansOf(facts: Facts, page: string): Span[] {
  const shown = facts.shown.filter((one) => one.page === page);
  const moments: Moment[] = [
    ...shown.map(({ at, id, status }) => ({
      at,
      id: status === 'static' || status === 'opening' ? null : id,
    })),
    ...facts.lives
      .filter((one) => one.page === page)
      .map(({ at, life }) => ({ at, runs: isRunning(life) })),
  ].sort((one, other) => one.at - other.at);
  const device = shown[0]?.device ?? 0;
  const spans: Span[] = [];
  let [session, runs, from] = [null as string | null, true, 0];
  for (const moment of [...moments, { at: facts.endedAt, runs: false }]) {
    const next = moment.id === undefined ? session : moment.id;
    const runsThen = moment.runs ?? runs;
    if (next === session && runsThen === runs) continue;
    if (session !== null && runs) spans.push({ page, device, session, from, to: moment.at });
    [session, runs, from] = [next, runsThen, moment.at];
  }
  return spans;
}

/** The moments of a span after which 15 min went by without a call, and without an excuse. */
function silentFrom(facts: Facts, { page, device, session, from, to }: Span): number[] {
  const isWithin = (at: number): boolean => at > from && at < to;
  const contacts = contactsOf(facts, session, device)
    .map(({ arrivedAt }) => arrivedAt!)
    .filter(isWithin);
  const faultEnds = facts.faults
    .filter((one) => one.device === device && /^(network|clocks|chunks)$/.test(one.kind))
    .map((one) => one.to)
    .filter(isWithin);
  return [from, ...contacts, ...faultEnds].filter((start) => {
    const life = facts.lives.findLast((one) => one.page === page && one.at <= start)?.life;
    const waits =
      life === 'throttled' && !isCalm(facts, device, ['database'], start, start + longestMs);
    const end = start + longestMs + (waits ? throttledTimeoutMs : 0);
    return (
      end < to &&
      isCalm(facts, device, ['network', 'clocks', 'chunks'], start + 1, end) &&
      !contacts.some((contact) => contact > start && contact <= end)
    );
  });
}

const gapsTooLong = (facts: Facts): string[] =>
  [...new Set(facts.lives.map(({ page }) => page))]
    .filter((page) => !facts.disposed.some((one) => one.page === page))
    .flatMap((page) => spansOf(facts, page))
    .flatMap((span) =>
      silentFrom(facts, span).map(
        (start) =>
          `7. ${span.page} shows ${span.session} from ${timeText(span.from)} to ${timeText(span.to)}, without a keepalive in the 15 min from ${timeText(start)}`,
      ),
    );

/** When a page was last frozen. It notices changes of the clocks when it wakes. */
const stoodStillAt = ({ lives }: Facts, { page, at }: SentRequest): number =>
  lives.findLast((one) => one.page === page && one.life === 'frozen' && one.at <= at)?.at ??
  Infinity;

/** Whether a page could tell the others of its call: not when it froze or closed before. */
const isToldOf = ({ lives }: Facts, { page, at, endedAt = Infinity }: SentRequest): boolean =>
  !lives.some(
    (one) => one.page === page && !isRunning(one.life) && one.at >= at && one.at <= endedAt + 100,
  );

/** After so many ms no page asks because of a refusal any more. */
const askingMs = 2000;

/** Whether a keepalive asks if a session is lost, while another page opens that session again. */
const asksAfterRefusal = ({ sent }: Facts, before: SentRequest, keepalive: SentRequest): boolean =>
  before.id === 'session/init' &&
  keepalive.at <= (before.heardAt ?? Infinity) &&
  sent.some(
    ({ page, session, status, heardAt = Infinity }) =>
      page === keepalive.page &&
      session === keepalive.session &&
      status === 401 &&
      heardAt <= keepalive.at &&
      heardAt > keepalive.at - askingMs,
  );

/** Whether a keepalive need not have known of the call before it. */
function isExcused(facts: Facts, before: SentRequest, keepalive: SentRequest): boolean {
  const to = keepalive.arrivedAt!;
  const { device } = keepalive;
  // A login takes no lease, so other pages do not know that it keeps the session alive.
  const isBeside = before.id === 'session/login' && keepalive.at <= (before.endedAt ?? Infinity);
  // A jump of the clock allows one more.
  const clockFrom = Math.min(before.at, stoodStillAt(facts, keepalive)) - longestMs;
  const isApart =
    before.page !== keepalive.page &&
    ![before, keepalive].every(({ page, at }) => isSharing(facts, page, at));
  return (
    isBeside ||
    isApart ||
    asksAfterRefusal(facts, before, keepalive) ||
    couldNotTell(facts, before, keepalive) ||
    // A session is as old as the beginning of its opening.
    to - before.arrivedAt! + stalledBefore(facts, before) >= shortestMs ||
    !isCalm(
      facts,
      device,
      ['network', 'storage', 'cleared', 'killed', 'platform'],
      before.at,
      to,
    ) ||
    !isCalm(facts, device, ['database'], before.at - databaseRestMs, to) ||
    // A login that no store of the device took is known to its own page only.
    !isCalm(facts, device, ['storage'], 0, to) ||
    !isCalm(facts, device, ['clocks'], clockFrom, to) ||
    !isToldOf(facts, before.at < keepalive.at ? before : keepalive) // the one that was sent first
  );
}

function gapsTooShort(facts: Facts): string[] {
  const sessions = new Set(facts.sent.map(sessionOf).filter((one) => one !== null));
  return [0, 1].flatMap((device) =>
    [...sessions].flatMap((session) =>
      contactsOf(facts, session, device).flatMap((contact, index, all) => {
        const before = all[index - 1];
        const isShort =
          !!before &&
          contact.id === 'session/keepalive' &&
          contact.arrivedAt! - before.arrivedAt! < shortestMs;
        if (!isShort || isExcused(facts, before, contact)) return [];
        return [
          `7. ${session} is kept alive too soon: ${before.id} of ${before.page} at ${timeText(before.arrivedAt!)}, keepalive of ${contact.page} at ${timeText(contact.arrivedAt!)}`,
        ];
      }),
    ),
  );
}

export const judgeGaps = (facts: Facts): string[] => [
  ...gapsTooLong(facts),
  ...gapsTooShort(facts),
];
