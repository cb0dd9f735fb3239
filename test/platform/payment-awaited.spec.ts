import { expect, test } from '@playwright/test';
import {
  dayMs,
  keep,
  monthly,
  openPaymentSetup,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
});
test.afterAll(() => setup.close());

const amount = 1299;

/** The provider's answer about a payment, and its token. */
async function decide(id: string, reference: string, outcome: string): Promise<string> {
  const token = await setup.provider.sign({ sub: id, amount, reference, outcome });
  setup.provider.answers.set(reference, token);
  return token;
}

const finish = async (ada: Buyer, id: string, token: string): Promise<unknown> => {
  const { status, result } = await ada.pay('finishtransaction', { transactionID: id, token });
  return status === 200 ? result.general.state : status;
};

const keepalive = (ada: Buyer): Promise<unknown> => ada.call('/session/keepalive', { form: {} });

/** The payments of a transaction: kind and reference. */
async function movesOf(domain: number, id: string): Promise<string[]> {
  const { rows, problems } = await setup.platform.ledger(domain);
  expect(problems).toEqual([]);
  return rows
    .filter((row) => row.transaction === id && row.kind !== 'prepared' && row.reference)
    .map(({ kind, reference }) => `${kind} ${reference}`);
}

test('a further payment that was pending at the last finish is given back when it was taken', async () => {
  const ada = await setup.buyer(9741);
  const id = await ada.prepare(keep);
  expect(await finish(ada, id, await decide(id, 'A1', 'approved'))).toBe('finished');
  expect(await finish(ada, id, await decide(id, 'A2', 'pending'))).toBe('finished');
  await keepalive(ada);
  expect(await movesOf(9741, id)).toEqual(['paid A1', 'finished A1']);
  await decide(id, 'A2', 'approved');
  await Promise.all([keepalive(ada), keepalive(ada)]);
  await keepalive(ada);
  expect(await movesOf(9741, id)).toEqual(['paid A1', 'finished A1', 'paid A2', 'refunded A2']);
});

test('a payment is asked for although seven newer ones stay undecided', async () => {
  const ada = await setup.buyer(9753);
  const id = await ada.prepare(keep);
  expect(await finish(ada, id, await decide(id, 'N0', 'approved'))).toBe('finished');
  for (let number = 1; number <= 8; number++) {
    setup.pass(1000);
    expect(await finish(ada, id, await decide(id, `N${number}`, 'pending'))).toBe('finished');
  }
  await decide(id, 'N1', 'approved');
  for (let round = 0; round < 3; round++) {
    setup.pass(1000);
    await keepalive(ada);
  }
  expect(await movesOf(9753, id)).toEqual(['paid N0', 'finished N0', 'paid N1', 'refunded N1']);
});

test('a payment that was pending, and has finished its transaction since, is kept', async () => {
  const ada = await setup.buyer(9740);
  const id = await ada.prepare(keep);
  expect(await finish(ada, id, await decide(id, 'K1', 'pending'))).toBe('pending');
  expect(await finish(ada, id, await decide(id, 'K1', 'approved'))).toBe('finished');
  await keepalive(ada);
  await keepalive(ada);
  expect((await movesOf(9740, id)).filter((move) => move.startsWith('refunded'))).toEqual([]);
});

test('a further payment is noted while its provider is silent, and asked for by the next finish', async () => {
  const ada = await setup.buyer(9742);
  const [id, other] = [await ada.prepare(keep), await ada.prepare(keep)];
  await finish(ada, id, await decide(id, 'B1', 'approved'));
  const pending = await decide(id, 'B2', 'pending');
  setup.provider.answers.set('B2', 'silence');
  expect(await finish(ada, id, pending)).toBe('finished');
  await decide(id, 'B2', 'approved');
  expect(await finish(ada, other, await decide(other, 'B3', 'declined'))).toBe(402);
  expect(await movesOf(9742, id)).toContain('refunded B2');
});

test('a pending payment that another one has replaced is given back when it was taken', async () => {
  const ada = await setup.buyer(9743);
  const id = await ada.prepare(keep);
  expect(await finish(ada, id, await decide(id, 'C1', 'pending'))).toBe('pending');
  expect(await finish(ada, id, await decide(id, 'C2', 'approved'))).toBe('finished');
  await decide(id, 'C1', 'approved');
  await keepalive(ada);
  expect(await movesOf(9743, id)).toEqual(['paid C2', 'finished C2', 'paid C1', 'refunded C1']);
});

test('a payment is given back that was pending when another one was declined', async () => {
  const ada = await setup.buyer(9744);
  const id = await ada.prepare(keep);
  const slow = await decide(id, 'D1', 'pending');
  expect(await finish(ada, id, slow)).toBe('pending');
  expect(await finish(ada, id, await decide(id, 'D2', 'declined'))).toBe(402);
  const paid = await decide(id, 'D1', 'approved');
  await keepalive(ada);
  expect(await movesOf(9744, id)).toEqual(['declined D2', 'paid D1', 'refunded D1']);
  expect(await finish(ada, id, paid)).toBe(402);
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
});

test('a payment of a deleted transaction is given back, whenever its provider answers', async () => {
  const ada = await setup.buyer(9745);
  const id = await ada.prepare({ ...keep, reference: 'E1' });
  setup.provider.answers.set('E1', 'silence');
  await ada.pay('cancelsubscription', { transactionID: id, cancelTransaction: '1' });
  expect(await finish(ada, id, await decide(id, 'E2', 'pending'))).toBe(404);
  await decide(id, 'E1', 'approved');
  await decide(id, 'E2', 'approved');
  await keepalive(ada);
  const moves = await movesOf(9745, id);
  expect(moves.toSorted()).toEqual(['paid E1', 'paid E2', 'refunded E1', 'refunded E2']);
});

test('a payment of something else is not given back, and none is asked for after a month', async () => {
  const ada = await setup.buyer(9746);
  const id = await ada.prepare({ ...keep, reference: 'F1' });
  await ada.pay('cancelsubscription', { transactionID: id, cancelTransaction: '1' });
  const another = await ada.prepare({ ...keep, reference: 'F2' });
  await ada.pay('cancelsubscription', { transactionID: another, cancelTransaction: '1' });
  await decide('77', 'F1', 'approved');
  await keepalive(ada);
  setup.pass(31 * dayMs);
  await decide(another, 'F2', 'approved');
  await keepalive(ada);
  expect([await movesOf(9746, id), await movesOf(9746, another)]).toEqual([[], []]);
});

/** The provider's answer about the payment of an upgrade. */
async function decideUpgrade(sub: string, reference: string, outcome: string): Promise<void> {
  const token = await setup.provider.sign({ sub, amount: 500, reference, outcome });
  setup.provider.answers.set(reference, token);
}

test('an upgrade whose payment was pending is made when it was taken', async () => {
  const ada = await setup.buyer(9747);
  const { id } = await ada.buy(monthly);
  const upgrade = { transactionID: 'U1', amount: '500' };
  await decideUpgrade(`${id}-upgrade`, 'U1', 'pending');
  expect((await ada.pay('upgradesubscription', upgrade)).status).toBe(402);
  await keepalive(ada);
  expect(await movesOf(9747, id)).not.toContain('upgraded U1');
  await decideUpgrade(`${id}-upgrade`, 'U1', 'approved');
  await Promise.all([keepalive(ada), keepalive(ada)]);
  await keepalive(ada);
  const moves = await movesOf(9747, id);
  expect(moves.filter((move) => move.endsWith('U1'))).toEqual(['upgraded U1']);
  expect((await ada.pay('upgradesubscription', upgrade)).result.general).toMatchObject({
    state: 'finished',
    isPremium: 1,
  });
});

test('an upgrade whose provider was silent at the call is made when its payment was taken', async () => {
  const ada = await setup.buyer(9750);
  const { id } = await ada.buy(monthly);
  const upgrade = { transactionID: 'W1', amount: '500' };
  setup.provider.answers.set('W1', 'silence');
  expect((await ada.pay('upgradesubscription', upgrade)).status).toBe(402);
  await keepalive(ada);
  await decideUpgrade(`${id}-upgrade`, 'W1', 'approved');
  await Promise.all([keepalive(ada), keepalive(ada)]);
  const moves = await movesOf(9750, id);
  expect(moves.filter((move) => move.endsWith('W1'))).toEqual(['upgraded W1']);
  expect((await ada.pay('upgradesubscription', upgrade)).status).toBe(200);
});

test('a payment of an upgrade is given back that was made to a premium subscription in silence', async () => {
  const ada = await setup.buyer(9751);
  const { id } = await ada.buy(monthly);
  await decideUpgrade(id, 'X1', 'approved');
  await ada.pay('upgradesubscription', { transactionID: 'X1', amount: '500' });
  setup.provider.answers.set('X2', 'silence');
  const again = await ada.pay('upgradesubscription', { transactionID: 'X2', amount: '500' });
  expect(again.status).toBe(409);
  await decideUpgrade(id, 'X2', 'approved');
  await keepalive(ada);
  await keepalive(ada);
  expect((await movesOf(9751, id)).slice(-3)).toEqual(['upgraded X1', 'paid X2', 'refunded X2']);
});

test('a reference that no payment of the viewer has changes nothing after a silent upgrade', async () => {
  const ada = await setup.buyer(9752);
  const { id } = await ada.buy(monthly);
  setup.provider.answers.set('Y1', 'silence');
  await ada.pay('upgradesubscription', { transactionID: 'Y1', amount: '500' });
  await decideUpgrade('77', 'Y1', 'approved');
  await keepalive(ada);
  expect((await movesOf(9752, id)).filter((move) => move.endsWith('Y1'))).toEqual([]);
});

test('a pending payment of an upgrade is given back when another one was faster', async () => {
  const ada = await setup.buyer(9748);
  const { id } = await ada.buy(monthly);
  await decideUpgrade(id, 'V1', 'pending');
  await ada.pay('upgradesubscription', { transactionID: 'V1', amount: '500' });
  await decideUpgrade(id, 'V2', 'approved');
  await ada.pay('upgradesubscription', { transactionID: 'V2', amount: '500' });
  await decideUpgrade(id, 'V1', 'approved');
  await keepalive(ada);
  expect((await movesOf(9748, id)).slice(-3)).toEqual(['upgraded V2', 'paid V1', 'refunded V1']);
});
