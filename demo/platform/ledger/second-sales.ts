import type { BookedSubscription, BookedTransaction, Books } from './books.ts';

/** Something that was paid although the user had it. */
export interface SecondSale {
  readonly domain: string;
  readonly transaction: string | null;
  readonly text: string;
}

/** What opens one item. A subscription may name one too: what the viewer came for. */
const itemOperations: readonly string[] = ['ppv', 'ownage'];

/** App stores sell by themselves, and give back what they sold twice. */
const stores: readonly string[] = ['io', 'go', 'am'];

/** Items that were paid when they were owned, and subscriptions that renew beside another one. */
export function findSecondSales(books: Books): SecondSale[] {
  return [...findSecondItems(books), ...findSecondSubscriptions(books)];
}

function findSecondItems({ rows, transactions, vouchers }: Books): SecondSale[] {
  const ownedSince = new Map<string, number>();
  const note = (key: string, since: Date): void => {
    ownedSince.set(key, Math.min(since.getTime(), ownedSince.get(key) ?? Infinity));
  };
  for (const { domain, user, item, validUntil, grantedAt } of vouchers) {
    if (item && !validUntil) note(keyOf(domain, user, item), grantedAt);
  }
  // Of two that were finished at the same moment, the ledger knows the first.
  const finishes = rows.filter(({ kind }) => kind === 'finished');
  const order = new Map(finishes.map(({ transaction }, index) => [transaction, index]));
  const orderOf = ({ id }: BookedTransaction): number => order.get(id) ?? 0;
  const sales = transactions
    .filter((one): one is BookedTransaction & { item: string; finishedAt: Date } =>
      Boolean(one.state === 'finished' && one.item && one.finishedAt),
    )
    .filter(({ operation }) => itemOperations.includes(operation))
    .sort((one, other) => +one.finishedAt - +other.finishedAt || orderOf(one) - orderOf(other));
  const found: SecondSale[] = [];
  for (const { id, domain, user, item, operation, paidMinor, provider, finishedAt } of sales) {
    const key = keyOf(domain, user, item);
    const since = ownedSince.get(key);
    if (paidMinor && !stores.includes(provider) && since !== undefined && +finishedAt >= since) {
      const text = `${operation} of the item ${item} was paid, and the user owned it already`;
      found.push({ domain, transaction: id, text });
    }
    if (operation === 'ownage') note(key, finishedAt);
  }
  return found;
}

const keyOf = (domain: string, user: string, item: string): string => `${domain} ${user} ${item}`;

function findSecondSubscriptions({ transactions, subscriptions }: Books): SecondSale[] {
  const premiumOf = new Map(transactions.map(({ id, premium }) => [id, premium]));
  // An upgrade may make a subscription premium later: what counts is as what it was sold.
  const isPremium = ({ transaction }: BookedSubscription): boolean =>
    premiumOf.get(transaction ?? '') ?? false;
  const renewing = subscriptions
    .filter(({ renews, external }) => renews && !external)
    .sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  return renewing.flatMap((later, index) => {
    const earlier = renewing
      .slice(0, index)
      .find(
        (one) =>
          one.domain === later.domain &&
          one.user === later.user &&
          one.validUntil > later.startedAt &&
          (isPremium(one) || !isPremium(later)),
      );
    if (!earlier) return [];
    const text = `subscription ${later.id} renews beside subscription ${earlier.id}, which opens all of it`;
    return [{ domain: later.domain, transaction: later.transaction, text }];
  });
}
