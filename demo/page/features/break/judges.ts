import type { Evidence, TakenPayment } from './evidence.ts';
import type { Sale } from './sales.ts';

/** What a judge finds. */
export interface Verdict {
  readonly isOk: boolean;
  /** What it saw, in words. */
  readonly words: string;
}

/** A promise, and who looks whether it is kept. */
export interface Judge {
  readonly name: string;
  /** A sentence that has to be true. */
  readonly promise: string;
  readonly judge: (evidence: Evidence) => Verdict;
}

/** The promises of the page. `test/world/judges/` judges the same in thousands of sequences. */
export const judges: readonly Judge[] = [
  {
    name: 'granted',
    promise: 'Every payment that was taken is granted, or still being tried.',
    judge: judgeGrants,
  },
  { name: 'once', promise: 'No viewer was charged twice.', judge: judgeCharges },
  {
    name: 'user',
    promise: 'Each page shows the user whom the platform has.',
    judge: judgeUsers,
  },
  {
    name: 'owner',
    promise: 'What a page shows as bought belongs to the user whom it shows.',
    judge: judgeOwners,
  },
];

/** How long a page takes until it has written what a provider says, in ms. */
const writingMs = 3000;
/** The statuses in which the runtime goes on by itself. */
const tried: readonly string[] = ['finishing', 'verifying', 'pending'];

function judgeGrants(evidence: Evidence): Verdict {
  const own = evidence.payments.filter(({ buyer }) => buyer.id === evidence.platformUser?.id);
  const broken = own.flatMap((payment) => whatIsWrong(payment, evidence) ?? []);
  if (broken.length) return { isOk: false, words: broken.join(' ') };
  const granted = own.filter((payment) => saleOf(payment, evidence)?.grantedAt);
  const others = evidence.payments.length - own.length;
  return {
    isOk: true,
    words: [
      `${count(own.length, 'payment')} of this viewer on this page, ${granted.length} granted.`,
      others ? `${count(others, 'payment')} of somebody else: it waits for its viewer.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

const saleOf = (payment: TakenPayment, { sales }: Evidence): Sale | undefined =>
  sales.find(({ transaction }) => transaction === payment.transaction);

/** What is wrong with a payment of a viewer who is here. */
function whatIsWrong(payment: TakenPayment, evidence: Evidence): string | undefined {
  const sale = saleOf(payment, evidence);
  const { answeredAt = Infinity, title, transaction } = payment;
  const isBeingWritten = evidence.at < answeredAt + writingMs;
  if (!sale) return `${title} was paid (${transaction}), and the ledger of its buyer lacks it.`;
  if (sale.grantedAt !== null || sale.isGivenBack || isBeingWritten) return undefined;
  const shown = evidence.purchases.find((one) => one.transactionId === transaction);
  if (!shown) return `${title} was paid (${transaction}), is not granted and not shown.`;
  if (tried.includes(shown.status) || shown.hasUnreadReturn) return undefined;
  return `${title} was paid (${transaction}), is not granted, and is shown as ${shown.status}.`;
}

/** The time of a rental. A second charge for the same film within it is wrong. */
const rentalMs = 48 * 3_600_000;

function judgeCharges({ sales, payments, platformUser }: Evidence): Verdict {
  const charged = sales.filter(({ paidMinor }) => paidMinor > 0);
  const dearer = charged
    .filter(({ paidMinor, askedMinor }) => paidMinor > askedMinor)
    .map(
      ({ title, transaction }) => `${title} (${transaction}) was charged for more than it cost.`,
    );
  const charges = [
    ...charged.map(({ item, title, transaction, chargedAt }) => ({
      item,
      title,
      transaction,
      at: chargedAt[0] ?? 0,
    })),
    // The ledger learns of a payment by its finish.
    ...payments
      .filter(({ buyer }) => buyer.id === platformUser?.id)
      .filter(({ transaction }) => !sales.some((one) => isSettled(one, transaction)))
      .map(({ takenAt, ...payment }) => ({ ...payment, at: takenAt })),
  ];
  const again = charges.flatMap((one, index) => {
    const before = charges.slice(0, index).find((other) => isSameCharge(one, other));
    return before
      ? [`${one.title} was charged twice: ${before.transaction} and ${one.transaction}.`]
      : [];
  });
  const broken = [...dearer, ...again];
  return broken.length
    ? { isOk: false, words: broken.join(' ') }
    : { isOk: true, words: `${count(charges.length, 'charge')}, each for a film of its own.` };
}

/** Whether the ledger has the charge of a transaction, or has given it back. */
const isSettled = (sale: Sale, transaction: string): boolean =>
  sale.transaction === transaction && (sale.chargedAt.length > 0 || sale.isGivenBack);

interface Charge {
  readonly item: string | null;
  readonly at: number;
}

const isSameCharge = (one: Charge, other: Charge): boolean =>
  one.item !== null && one.item === other.item && Math.abs(one.at - other.at) < rentalMs;

function judgeUsers({ pages, session, platformUser }: Evidence): Verdict {
  const truth = platformUser?.name ?? 'no viewer';
  const wrong = pages.filter(
    (page) =>
      page.session === session &&
      page.user !== undefined &&
      (page.user?.id ?? null) !== (platformUser?.id ?? null),
  );
  const named = wrong.length ? wrong : pages;
  const words = named.map((page) => `${page.name} ${shownBy(page, session)}`);
  return { isOk: !wrong.length, words: `The platform has ${truth}. ${words.join(', ')}.` };
}

function shownBy(page: Evidence['pages'][number], session: string): string {
  if (page.session !== session) return 'has a session of its own';
  if (page.user === undefined) return 'waits to know';
  return page.user ? `shows ${page.user.name ?? page.user.id}` : 'shows no viewer';
}

function judgeOwners({ purchases, sales, platformUser }: Evidence): Verdict {
  const shown = purchases.filter(({ transactionId }) => transactionId !== null);
  const foreign = shown.filter(
    ({ transactionId }) => !sales.some(({ transaction }) => transaction === transactionId),
  );
  const viewer = platformUser?.name ?? 'no viewer';
  if (foreign.length) {
    const ids = foreign.map(({ transactionId }) => transactionId).join(', ');
    return { isOk: false, words: `${viewer} sees what is not theirs: ${ids}.` };
  }
  const hidden = purchases.filter(({ status }) => status === 'suspended').length;
  return {
    isOk: true,
    words: [
      shown.length
        ? `${count(shown.length, 'purchase')} shown, bought by ${viewer}.`
        : 'This page shows no purchase.',
      hidden ? `${count(hidden, 'purchase')} of somebody else, without what it is.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

const count = (amount: number, word: string): string =>
  `${amount} ${word}${amount === 1 ? '' : 's'}`;
