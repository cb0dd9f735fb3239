import { isCalm, timeText, type Facts, type FaultKind } from '../facts.ts';
import type { WorldPage } from '../page.ts';
import { nameOfUser } from '../viewers.ts';
import type { World } from '../world.ts';
import { isUndatable } from './knowledge.ts';
import { actsOnOld } from './stalls.ts';

// Judge 13: a page goes on showing its viewer while the platform's session is alive and theirs, and
// nothing on the device has asked for a change.

/** The user that a page shows, and since when. */
interface ShownUser {
  readonly id: string;
  readonly user: string;
  readonly since: number;
}

/** Calls that may end a session or give it to another viewer. */
const changingCalls = new Set([
  'login',
  'raw login',
  'logout',
  'raw logout',
  'forget',
  'withdraw',
  'consent',
]);
/** How long such a call may act after it has settled: on other pages, or at the platform. */
const actsForMs = 30_000;

/** How long a page that wakes acts on what has happened while it was frozen, in ms. */
const actsOnWakingMs = 1000;

/** How long a page takes to compare what it found in localStorage with IndexedDB, in ms. */
const comparingMs = 1500;

/** Faults after which a page may have to ask the platform anew who the viewer is. */
const faultsOfIdentity: readonly FaultKind[] = [
  'clocks',
  'setback',
  'database',
  'storage',
  'killed',
  'cleared',
  'platform',
];

/** Watches whether a page stops showing its viewer. */
export function watchKeptUser(world: World, page: WorldPage): void {
  const { facts, now } = world;
  let last: ShownUser | undefined;
  page.usher.$session.subscribe(({ status, id, user }) => {
    if (page.isDisposed) return;
    const isKnown = id !== null && /^(ready|degraded|offline)$/.test(status);
    if (!isKnown && status !== 'ended') return;
    const shown = (isKnown && user?.id) || null;
    if (last && last.user !== shown && !hasCause(world, page, last)) {
      const then = shown === null ? 'shows no viewer' : `shows ${nameOfUser(shown)}`;
      facts.broken.push(
        `${timeText(now())}: 13. ${page.name} ${then}, and ${last.id} still belongs to ${nameOfUser(last.user)}`,
      );
    }
    if (shown === null || !id) last = undefined;
    else if (last?.user !== shown || last.id !== id) last = { id, user: shown, since: now() };
  });
}

/** Whether something has happened since then that may end or change the session. */
function hasCause(world: World, page: WorldPage, { id, user, since }: ShownUser): boolean {
  const { facts, platform, now } = world;
  const { device } = page;
  if (!platform.isAlive(id, now()) || platform.userOf(id) !== user) return true;
  if (isUndatable(facts, now()) || isUnclear(facts, device, id)) return true;
  if (!isCalm(facts, device, faultsOfIdentity, since, now())) return true;
  // Pages with other options share the session of the device, and end it by their rules.
  if (world.devices[device]!.pages().some(({ site }) => !isUsual(site))) return true;
  // A page without a reference leaves the session of one that had it, when it opens the next one.
  if (facts.sent.some((one) => one.opened === id && one.values.has('externalUserReference'))) {
    return true;
  }
  if (isRefusedTwice(facts, device, id)) return true;
  const from = now() - actsForMs;
  const woke = facts.lives.findLast((one) => one.page === page.name && one.life === 'awake');
  const wokeAt = woke?.at ?? page.openedAt;
  const isComparing =
    now() - page.openedAt <= comparingMs ||
    !isCalm(facts, device, ['database'], page.openedAt, now() - comparingMs);
  return facts.calls.some(
    ({ name, calledAt, endedAt = Infinity, error, ...call }) =>
      call.device === device &&
      changingCalls.has(name) &&
      // A killed browser may have lost the change in localStorage, and not in IndexedDB.
      (endedAt >= from ||
        actsOnOld(facts, page.name, endedAt, now()) ||
        // A frozen page learns of it when it wakes.
        (endedAt <= wokeAt && now() - wokeAt <= actsOnWakingMs) ||
        (isComparing && !isCalm(facts, device, ['killed'], calledAt, endedAt)) ||
        // A move to the tab that was rejected may have reached IndexedDB all the same.
        (isComparing && name === 'consent' && error === 'unsupported') ||
        // No store took the change: its page tells the others when one does.
        (error !== undefined && /^(forget|withdraw)$/.test(name)) ||
        (['storage', 'database'] as const).every(
          (kind) => !isCalm(facts, device, [kind], calledAt, endedAt),
        )),
  );
}

/** Whether inits that named a session were refused twice, because the session was unknown. */
const isRefusedTwice = ({ sent }: Facts, device: number, session: string): boolean =>
  sent.filter(
    ({ id, heardAt, hint, values, ...init }) =>
      id === 'session/init' &&
      init.device === device &&
      heardAt !== undefined &&
      hint === 'the session is unknown' &&
      values.get('currentSession') === session,
  ).length >= 2;

/**
 * Whether a login in a session was not answered, or with an error of the server. Nobody is shown
 * after that, until an init has said whose session it is.
 */
const isUnclear = ({ sent }: Facts, device: number, session: string): boolean =>
  sent.some(
    (login) =>
      login.id === 'session/login' &&
      login.session === session &&
      (login.status ?? 500) >= 500 &&
      !sent.some(
        ({ id, status, at, ...init }) =>
          id === 'session/init' && init.device === device && status === 200 && at >= login.at,
      ),
  );

const isUsual = ({ persistence, reference, hasInit }: WorldPage['site']): boolean =>
  persistence === 'device' && reference === null && hasInit;
