import { isCalm, timeText, type Facts, type FaultKind, type PageCall } from '../facts.ts';
import { nameOfUser } from '../viewers.ts';
import type { World } from '../world.ts';
import { isSharing } from './sharing.ts';
import { actsOnOld } from './stalls.ts';

// Judge 14: a viewer who has logged out is not shown on the device again until somebody logs in.

/** Faults after which the logout may be lost, or an older record comes back. */
const faultsOfRecords: readonly FaultKind[] = [
  'storage',
  'database',
  'killed',
  'outdated',
  'cleared',
  'clocks',
  'setback',
];
/** How long other tabs take to notice the logout, in ms. */
const noticeMs = 500;

/** Viewers whom a page shows after their logout. */
export function judgeLogouts({ facts }: World): string[] {
  const broken = facts.calls.filter(isLogout).flatMap((logout) => {
    const from = logout.endedAt! + noticeMs;
    const again = facts.shown.find(
      ({ device, page, at, status, user }) =>
        device === logout.device &&
        at >= from &&
        user === logout.user &&
        status !== 'ended' &&
        !actsOnOld(facts, page, logout.calledAt, at, noticeMs) &&
        !mayBeLoggedIn(facts, logout, at) &&
        isCalm(facts, device, faultsOfRecords, 0, at) &&
        isSharing(facts, logout.page, logout.calledAt) &&
        isSharing(facts, page, at),
    );
    return again ? [{ logout, again }] : [];
  });
  return broken.map(
    ({ logout, again }) =>
      `14. ${again.page} shows ${nameOfUser(again.user!)} at ${timeText(again.at)}, who logged out in ${logout.page} at ${timeText(logout.calledAt)}`,
  );
}

/** Whether a call has logged its viewer out. */
const isLogout = ({ name, user, error, endedAt }: PageCall): boolean =>
  /^(raw )?logout$/.test(name) && !!user && error === undefined && endedAt !== undefined;

/** Whether a login, or a page with a reference to the publisher's own user, may be the cause. */
const mayBeLoggedIn = ({ sent }: Facts, { device, calledAt }: PageCall, until: number): boolean =>
  sent.some(
    ({ id, values, at, endedAt = Infinity, arrivedAt = Infinity, ...one }) =>
      one.device === device &&
      at <= until &&
      Math.max(endedAt, arrivedAt) > calledAt &&
      (id === 'session/login' || values.has('externalUserReference')),
  );
