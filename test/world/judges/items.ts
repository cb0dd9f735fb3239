import type { ItemState, Streamtype } from '../../../src/index.ts';
import { itemNamed } from '../film.ts';
import type { WorldPage } from '../page.ts';
import { nameOfUser } from '../viewers.ts';
import type { World } from '../world.ts';
import { canTellOthers, reachMs } from './knowledge.ts';
import { isKnownTruth, ownsItem } from './shown.ts';

// Judge 12, of items: at rest, an item is granted to a viewer who owns it, and to nobody else.

/** The items that pages show. */
const items: readonly { readonly item: number; readonly streamtype: Streamtype }[] = [
  { item: 7, streamtype: 'video' },
  { item: 8, streamtype: 'video' },
];

/** Looks at the items of all pages when all is at rest. */
export function judgeItems(world: World): string[] {
  return world.devices
    .flatMap((device) => device.pages())
    .filter(({ isDisposed, usher }) => !isDisposed && usher.$session.get().status === 'ready')
    .flatMap((page) => items.flatMap((item) => wrongWith(world, page, item)));
}

function wrongWith(
  world: World,
  page: WorldPage,
  { item, streamtype }: (typeof items)[number],
): string[] {
  const user = page.usher.$user.get()?.id ?? null;
  const { $state } = page.usher.item({ item, streamtype });
  const { access }: ItemState = $state.get();
  const name = itemNamed(String(item), streamtype)!;
  if (world.habits.sellsToAnyone || !isKnownTruth(world, page, user)) return [];
  if (access === 'granted' && !ownsItem(world, user, name)) {
    return [`12. in good times ${page.name} grants item ${name} to ${nameOfUser(user)}`];
  }
  // Without a listener an item is checked when the page next uses it.
  if (access !== 'denied' || !$state.lc || !hasHeardOfGrant(world, page, user, name)) return [];
  return [`12. in good times ${page.name} denies item ${name} to ${nameOfUser(user)}, who owns it`];
}

/** Whether a page can know that its viewer owns an item: it heard so, or a page that tells it. */
const hasHeardOfGrant = (
  world: World,
  { name, device }: WorldPage,
  user: string | null,
  item: string,
): boolean =>
  world.facts.sent.some(
    ({ id, status, heardAt, values, ...finish }) =>
      id === 'payment/finishtransaction' &&
      finish.device === device &&
      status === 200 &&
      heardAt !== undefined &&
      isGrant(world, values.get('transactionID')!, user, item) &&
      (finish.page === name || canTellOthers(world.facts, device, heardAt - reachMs, world.now())),
  );

function isGrant(
  { platform, now }: World,
  transactionId: string,
  user: string | null,
  item: string,
): boolean {
  const transaction = platform.payments.transactions.get(transactionId);
  return (
    transaction?.grantedAt !== undefined &&
    (transaction.endsAt ?? Infinity) > now() &&
    transaction.user === user &&
    (transaction.item === item || transaction.operation === 'subscription')
  );
}
