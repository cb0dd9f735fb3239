import type { OfferTerms } from '../dialect/item-state-reader.ts';
import type { FakeItemState, FakeUsherOptions } from './fake-options.ts';

/** A grant to one user. Without a key: a subscription. */
export interface OwnGrant {
  readonly userId: string;
  readonly key: string | undefined;
  readonly reason: string;
  readonly expiresAt: number | null;
}

/** A grant, and the keys of items that it does not grant any more. */
interface HeldGrant extends OwnGrant {
  readonly lost: Set<string>;
}

/** Who may watch what, as the fake platform knows it. Items have the key `7/video`. */
export interface AccessTable {
  /** What the platform says about an item. `undefined` when it does not exist. */
  readonly find: (key: string, userId: string | undefined) => Required<FakeItemState> | undefined;
  /** Changes an item for every viewer. */
  readonly set: (key: string, change: FakeItemState) => void;
  /** Denies an item, bought or not. A later grant counts again. */
  readonly deny: (key: string, reason: string) => void;
  readonly addGrant: (grant: OwnGrant) => void;
  /** Whether the user has bought an item without an end. */
  readonly ownsForGood: (key: string | undefined, userId: string | undefined) => boolean;
  readonly offersOf: (key: string | undefined) => readonly OfferTerms[];
}

type GivenAccess = Exclude<FakeItemState['access'], undefined>;

const itemOf = (given: GivenAccess | FakeItemState): FakeItemState =>
  typeof given === 'string' ? { access: given } : given;

export function createAccessTable(
  { items = {}, offers = [] }: FakeUsherOptions,
  now: () => number,
): AccessTable {
  const table = new Map<string, FakeItemState>(
    Object.entries(items).map(([key, given]) => [key, itemOf(given)]),
  );
  let grants: readonly HeldGrant[] = [];
  const offersOf: AccessTable['offersOf'] = (key) => table.get(key ?? '')?.offers ?? offers;
  const isSubscribable = (key: string): boolean =>
    offersOf(key).some(({ operation }) => operation === 'subscription');
  const findGrant = (key: string, userId: string | undefined): OwnGrant | undefined =>
    grants.find(
      (grant) =>
        grant.userId === userId &&
        (grant.expiresAt === null || grant.expiresAt > now()) &&
        (grant.key === undefined ? isSubscribable(key) : grant.key === key) &&
        !grant.lost.has(key),
    );
  return {
    find: (key, userId) => stateOf(table.get(key), findGrant(key, userId), offersOf(key), now()),
    set(key, change) {
      for (const { lost } of grants) lost.delete(key);
      table.set(key, { ...table.get(key), ...change });
    },
    deny(key, reason) {
      grants = grants.filter((grant) => grant.key !== key);
      for (const { lost } of grants) lost.add(key);
      table.set(key, { ...table.get(key), access: 'denied', reason, expiresAt: undefined });
    },
    addGrant(grant) {
      grants = [...grants, { ...grant, lost: new Set() }];
    },
    ownsForGood: (key, userId) =>
      grants.some((grant) => isForGood(grant, key, userId)) || isOwnedByAll(table.get(key ?? '')),
    offersOf,
  };
}

const isForGood = (
  grant: HeldGrant,
  key: string | undefined,
  userId: string | undefined,
): boolean =>
  key !== undefined &&
  grant.key === key &&
  grant.userId === userId &&
  grant.expiresAt === null &&
  !grant.lost.has(key);

/** The option `items` and `grant()` grant an item to every viewer. */
const isOwnedByAll = (state: FakeItemState | undefined): boolean =>
  state?.access === 'granted' &&
  state.expiresAt === undefined &&
  ['paid', 'voucher'].includes(state.reason ?? 'paid');

function stateOf(
  state: FakeItemState | undefined,
  grant: OwnGrant | undefined,
  offers: readonly OfferTerms[],
  now: number,
): Required<FakeItemState> | undefined {
  if (!state) return undefined;
  const { expiresAt } = state;
  const hasEnded = state.access === 'granted' && expiresAt !== undefined && expiresAt <= now;
  if (grant && (state.access === 'denied' || hasEnded)) {
    const { reason, expiresAt: until } = grant;
    return { access: 'granted', reason, offers: [], expiresAt: until ?? undefined };
  }
  const access = hasEnded ? 'denied' : state.access;
  const byDefault = access === 'granted' ? 'paid' : 'not-paid';
  return {
    access,
    reason: hasEnded ? byDefault : (state.reason ?? byDefault),
    offers: access === 'denied' ? offers : [],
    expiresAt: hasEnded ? undefined : expiresAt,
  };
}
