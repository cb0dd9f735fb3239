import type { Clock } from '../browser/clock.ts';
import { readOnly } from '../reactive/read-only-store.ts';
import type { SessionDriver } from '../session/session.ts';
import type { ItemsAndCheckout } from './items-and-checkout.ts';
import { lazyGate } from './lazy-gate.ts';
import { createLateMembers, type LoadActions } from './lazy.ts';
import { createRootQuery } from './root-query.ts';
import { createSessionEnds } from './session-ends.ts';
import type { Usher } from './usher.ts';

/** Creates the members that a runtime has on a page and in a test. */
export const createMembers = (
  session: SessionDriver,
  { items, $purchases }: Pick<ItemsAndCheckout, 'items' | '$purchases'>,
  clock: Clock,
  loadActions: LoadActions,
): Omit<Usher, 'configure' | 'on' | 'dispose'> => ({
  ...createLateMembers(clock, session, loadActions),
  ...createSessionEnds(session, loadActions),
  $session: session.$session,
  $user: session.$user,
  $purchases: readOnly($purchases),
  start: () => session.ready().then(() => session.$session.get()),
  item: items.item,
  gate: (...given) => lazyGate(loadActions, ...given),
  $query: createRootQuery(loadActions, session),
});
