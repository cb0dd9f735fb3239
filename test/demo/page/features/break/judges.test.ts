import { expect } from 'chai';
import type { PurchaseState } from 'usher-runtime';
import type { Evidence, TakenPayment } from '../../../../../demo/page/features/break/evidence.ts';
import { judges, type Verdict } from '../../../../../demo/page/features/break/judges.ts';
import {
  salesOf,
  type LedgerEntry,
  type Sale,
} from '../../../../../demo/page/features/break/sales.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const ada = { id: '17', name: 'ada' };
const grace = { id: '18', name: 'grace' };

const payment: TakenPayment = {
  transaction: '901',
  item: '5000002',
  title: 'Brazil',
  buyer: ada,
  takenAt: now - 60_000,
  answeredAt: now - 59_000,
};

/** A row of the ledger, some minutes ago. */
const entry = (kind: string, { transaction = '901', minutesAgo = 1 } = {}): LedgerEntry => ({
  kind,
  at: new Date(now - minutesAgo * 60_000).toISOString(),
  transaction,
  item: '5000002',
  title: 'Brazil',
  amountMinor: kind === 'finished' ? 0 : 499,
  currency: 'EUR',
});

const salesWith = (...kinds: string[]): Sale[] => salesOf(kinds.map((kind) => entry(kind)));

const purchase = (status: PurchaseState['status'], transactionId = '901'): PurchaseState => ({
  id: 'one',
  status,
  operation: 'ppv',
  item: '7',
  streamtype: 'video',
  globalId: null,
  title: null,
  amount: 499,
  currency: 'EUR',
  provider: 'harbour-here',
  transactionId,
  startedAt: now - 60_000,
  changedAt: now - 60_000,
  expiresAt: null,
  hasUnreadReturn: false,
});

const pageOf = (
  user: Evidence['pages'][number]['user'],
  session = '1',
): Evidence['pages'][number] => ({
  name: 'This page',
  session,
  user,
});

/** All is well: a payment is granted, and shown to its buyer. */
const sound: Evidence = {
  at: now,
  payments: [payment],
  purchases: [purchase('granted')],
  pages: [pageOf(ada)],
  session: '1',
  sales: salesWith('prepared', 'paid', 'finished'),
  platformUser: ada,
};

function verdictOf(name: string, changes: Partial<Evidence> = {}): Verdict {
  return judges.find((judge) => judge.name === name)!.judge({ ...sound, ...changes });
}

const unpaid = salesWith('prepared');

describe('the judges of the demo', () => {
  it('find nothing where a payment is granted once to its buyer', () => {
    for (const { name } of judges) expect(verdictOf(name).isOk, name).to.equal(true);
  });

  it('let a payment be tried, and its answer be written', () => {
    for (const status of ['finishing', 'verifying', 'pending'] as const) {
      const purchases = [purchase(status)];
      expect(verdictOf('granted', { sales: unpaid, purchases }).isOk, status).to.equal(true);
    }
    const payments = [{ ...payment, answeredAt: now - 100 }];
    expect(verdictOf('granted', { sales: unpaid, purchases: [], payments }).isOk).to.equal(true);
  });

  it('find a payment that is neither granted nor tried', () => {
    for (const purchases of [[], [purchase('failed')], [purchase('awaiting-provider')]]) {
      expect(verdictOf('granted', { sales: unpaid, purchases }).isOk).to.equal(false);
    }
    const lost = verdictOf('granted', { sales: [], purchases: [] });
    expect(lost).to.deep.equal({
      isOk: false,
      words: 'Brazil was paid (901), and the ledger of its buyer lacks it.',
    });
  });

  it('leave a payment to its buyer, and take money that was given back', () => {
    expect(verdictOf('granted', { platformUser: grace, sales: [] }).words).to.contain(
      '1 payment of somebody else',
    );
    const sales = salesWith('prepared', 'paid', 'deleted', 'refunded');
    expect(verdictOf('granted', { sales, purchases: [] }).isOk).to.equal(true);
    expect(verdictOf('once', { sales }).isOk).to.equal(true);
  });

  it('take a second charge of a transaction that was given back', () => {
    const sales = salesWith('prepared', 'paid', 'finished', 'paid', 'refunded');
    expect(verdictOf('once', { sales }).isOk).to.equal(true);
    expect(sales[0]).to.include({ paidMinor: 499, isGivenBack: false });
  });

  it('find a second charge of a transaction, of a film, and at the provider', () => {
    const again = salesWith('prepared', 'paid', 'paid', 'finished');
    expect(verdictOf('once', { sales: again }).words).to.contain('more than it cost');

    const second = { transaction: '902', minutesAgo: 30 };
    const both = salesOf([
      ...['prepared', 'paid', 'finished'].map((kind) => entry(kind)),
      ...['prepared', 'paid'].map((kind) => entry(kind, second)),
    ]);
    expect(verdictOf('once', { sales: both }).words).to.contain('charged twice');

    const payments = [payment, { ...payment, transaction: '902' }];
    expect(verdictOf('once', { payments }).isOk).to.equal(false);
  });

  it('take the same film again after the time of its rental', () => {
    const sales = salesOf([
      ...['prepared', 'paid', 'finished'].map((kind) => entry(kind)),
      entry('paid', { transaction: '880', minutesAgo: 49 * 60 }),
    ]);
    expect(verdictOf('once', { sales }).isOk).to.equal(true);
  });

  it('find a page that shows another user than the platform has', () => {
    for (const user of [grace, null]) {
      expect(verdictOf('user', { pages: [pageOf(user)] }).isOk).to.equal(false);
    }
    expect(verdictOf('user', { platformUser: null }).words).to.equal(
      'The platform has no viewer. This page shows ada.',
    );
    for (const page of [pageOf(undefined), pageOf(null, '2')]) {
      expect(verdictOf('user', { pages: [page] }).isOk).to.equal(true);
    }
  });

  it('find a purchase that its viewer does not own', () => {
    const broken = verdictOf('owner', { purchases: [purchase('granted', '777')] });
    expect(broken).to.deep.equal({ isOk: false, words: 'ada sees what is not theirs: 777.' });
  });
});
