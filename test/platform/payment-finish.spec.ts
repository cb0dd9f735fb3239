import { expect, test } from '@playwright/test';
import { openPage, type Answered } from '../fixtures/platform/client.ts';
import {
  dayMs,
  film,
  keep,
  monthly,
  openPaymentSetup,
  rent,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
});
test.afterAll(() => setup.close());

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

test('an approved payment grants the item: for its hours when rented, for good when bought', async () => {
  const ada = await setup.buyer(9702);
  expect(await ada.state()).toMatchObject({ canPlay: 0, reason: 'not-paid' });
  const rented = await ada.buy();
  const until = seconds(setup.nowMs() + 2 * dayMs);
  expect(rented.answer).toMatchObject({
    status: 200,
    result: { general: { transactionID: rented.id, state: 'finished', validUntil: until } },
  });
  expect(rented.answer.result.general).not.toHaveProperty('alreadyFinished');
  expect(await ada.state()).toMatchObject({
    canPlay: 1,
    reason: 'paid',
    validUntil: until,
    offers: [],
  });
  expect((await ada.buy(keep)).answer.result.general.validUntil).toBe(0);
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'paid', validUntil: 0 });
  expect(await (await setup.buyer(9702, 'grace')).state()).toMatchObject({
    reason: 'subscription',
  });
});

test('a second rental of an item adds to its time', async () => {
  const ada = await setup.buyer(9703);
  await ada.buy();
  setup.pass(dayMs);
  expect((await ada.buy()).answer.result.general.validUntil).toBe(
    seconds(setup.nowMs() + 3 * dayMs),
  );
});

test('a second finish gives the same answer with any values, and grants nothing more', async () => {
  const ada = await setup.buyer(9704);
  const { id, answer } = await ada.buy();
  const { validUntil } = answer.result.general;
  setup.pass(60_000);
  for (const more of [
    {},
    { token: 'nonsense' },
    { token: await setup.provider.sign({ sub: id, outcome: 'declined' }) },
  ]) {
    expect(
      (await ada.pay('finishtransaction', { transactionID: id, ...more })).result.general,
    ).toEqual({ transactionID: id, state: 'finished', validUntil, alreadyFinished: 1 });
  }
});

test('a further payment of a finished transaction is given back once, and is in the ledger', async () => {
  const ada = await setup.buyer(9723);
  const { provider } = setup;
  const before = (await setup.platform.ledger(9723)).sums[0]!;
  const trialEnd = String(seconds(setup.nowMs() + 30 * dayMs));
  for (const fields of [rent, monthly, { ...keep, capturePaymentOn: trialEnd }]) {
    const amount = Number(fields.amount);
    const id = await ada.prepare(fields);
    const slow = { sub: id, amount, reference: `SLOW-${id}` };
    provider.answers.set(slow.reference, await provider.sign(slow));
    const tokens = [
      await provider.sign({ sub: id, amount, reference: `FIRST-${id}` }),
      await provider.sign({ sub: id, amount, reference: `SECOND-${id}` }),
      await provider.sign({ ...slow, outcome: 'pending' }),
      await provider.sign({ sub: id, amount: amount + 1, reference: `OTHER-${id}` }),
    ];
    for (const token of [...tokens, ...tokens]) {
      const answer = await ada.pay('finishtransaction', { transactionID: id, token });
      expect(answer.result.general.state).toBe('finished');
    }
    const { rows } = await setup.platform.ledger(9723);
    const moved = rows.filter((row) => row.transaction === id && row.reference);
    expect(moved.map(({ kind, amountMinor, reference }) => [kind, amountMinor, reference])).toEqual(
      [
        [fields === rent || fields === monthly ? 'paid' : 'authorised', amount, `FIRST-${id}`],
        ['finished', amount, `FIRST-${id}`],
        ['paid', amount, `SECOND-${id}`],
        ['refunded', amount, `SECOND-${id}`],
        ['paid', amount, `SLOW-${id}`],
        ['refunded', amount, `SLOW-${id}`],
      ],
    );
  }
  setup.pass(31 * dayMs);
  const { sums, problems } = await setup.platform.ledger(9723);
  expect(sums[0]!.netMinor).toBe(before.netMinor + 499 + 799 + 1299);
  expect(problems).toEqual([]);
});

test('of two payments of one transaction at the same moment one is given back', async () => {
  const ada = await setup.buyer(9724);
  const id = await ada.prepare();
  const finishes = ['PAY-A', 'PAY-B'].map(async (reference) =>
    ada.pay('finishtransaction', {
      transactionID: id,
      token: await setup.provider.sign({ sub: id, reference }),
    }),
  );
  for (const { result } of await Promise.all(finishes)) {
    expect(result.general.state).toBe('finished');
  }
  const { rows, problems } = await setup.platform.ledger(9724);
  const kinds = rows.filter((row) => row.transaction === id).map(({ kind }) => kind);
  expect(kinds).toEqual(['prepared', 'paid', 'finished', 'paid', 'refunded']);
  expect(problems).toEqual([]);
});

test('of two finishes at the same moment one grants, and both give the same end', async () => {
  const ada = await setup.buyer(9705);
  const id = await ada.prepare();
  const token = await setup.provider.sign({ sub: id });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => ada.pay('finishtransaction', { transactionID: id, token })),
  );
  expect(
    new Set(
      answers.map(
        ({ status, result }) => `${status} ${result.general.state} ${result.general.validUntil}`,
      ),
    ).size,
  ).toBe(1);
  expect(answers.filter(({ result }) => result.general.alreadyFinished === undefined)).toHaveLength(
    1,
  );
  expect(
    (await setup.platform.ledger(9705)).rows.filter(
      (row) => row.transaction === id && row.kind === 'paid',
    ),
  ).toHaveLength(1);
});

test('two transactions for one item may be open, and only a paid one counts', async () => {
  const ada = await setup.buyer(9706);
  const ids = await Promise.all([ada.prepare(), ada.prepare()]);
  expect(ids[0]).not.toBe(ids[1]);
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  await ada.pay('finishtransaction', {
    transactionID: ids[1]!,
    token: await setup.provider.sign({ sub: ids[1]! }),
  });
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'paid' });
});

test('unknown and foreign transactions are 404, also for the same user name on another domain', async () => {
  const ada = await setup.buyer(9707);
  const id = await ada.prepare();
  const token = await setup.provider.sign({ sub: id });
  expect(await ada.pay('finishtransaction', { token })).toMatchObject({
    status: 400,
    metadata: { errorhint: 'transactionID must be given' },
  });
  for (const unknown of ['1', '9007199254740999999', '99999999999999999999']) {
    expect((await ada.pay('finishtransaction', { transactionID: unknown, token })).status).toBe(
      404,
    );
  }
  expect(
    (
      await (
        await setup.buyer(9707, 'grace')
      ).pay('finishtransaction', { transactionID: id, token })
    ).status,
  ).toBe(404);
  expect(
    (await (await setup.buyer(9708)).pay('finishtransaction', { transactionID: id, token })).status,
  ).toBe(404);
});

test('a forged token is 402, the transaction stays prepared, and the right token still finishes it', async () => {
  const ada = await setup.buyer(9709);
  const id = await ada.prepare({ ...rent, reference: 'PAY-9' });
  const { sign, receipt } = setup.provider;
  // It ends in a minute of the platform's clock, not of this machine's.
  const right = await sign({ sub: id, reference: 'PAY-9', exp: setup.nowMs() / 1000 + 60 });
  const [header, , signature] = right.split('.') as [string, string, string];
  const unsigned = Buffer.from('{"alg":"none","kid":"payments"}').toString('base64url');
  const changed = Buffer.from(
    JSON.stringify({
      iss: setup.provider.url,
      aud: new URL(setup.provider.url).host,
      sub: id,
      outcome: 'approved',
      amount: 499,
      currency: 'EUR',
      reference: 'PAY-9',
      iat: 1,
    }),
  ).toString('base64url');
  const forged: Record<string, string> = {
    nonsense: 'nonsense',
    'three parts': 'a.b.c',
    'an unpublished key': await sign({ sub: id, reference: 'PAY-9' }, 'stranger'),
    "a store's key under the name of the right one": await sign(
      { sub: id, reference: 'PAY-9' },
      'store-io',
    ),
    "a store's receipt": JSON.parse(
      await receipt('io', {
        iss: setup.provider.url,
        sub: id,
        outcome: 'approved',
        amount: 499,
        reference: 'PAY-9',
      }),
    ).payload,
    'no signature': `${unsigned}.${changed}.`,
    'other claims under the signature': `${header}.${changed}.${signature}`,
    'another transaction': await sign({ sub: await ada.prepare(), reference: 'PAY-9' }),
    'another amount': await sign({ sub: id, amount: 1, reference: 'PAY-9' }),
    'another currency': await sign({ sub: id, currency: 'USD', reference: 'PAY-9' }),
    'another reference': await sign({ sub: id, reference: 'PAY-8' }),
    'another issuer': await sign({ sub: id, iss: 'https://evil.example', reference: 'PAY-9' }),
    'another merchant': await sign({ sub: id, aud: 'Another Shop', reference: 'PAY-9' }),
    'a merchant whose name only begins like a host of this machine': await sign({
      sub: id,
      aud: '127.0.0.1.evil.example',
      reference: 'PAY-9',
    }),
    'several merchants': await sign({
      sub: id,
      aud: [new URL(setup.provider.url).host, 'Another Shop'],
      reference: 'PAY-9',
    }),
    'no merchant': await sign({ sub: id, aud: undefined as never, reference: 'PAY-9' }),
    'no outcome': await sign({ sub: id, outcome: 'yes', reference: 'PAY-9' }),
    'amount as text': await sign({ sub: id, amount: '499', reference: 'PAY-9' }),
    over: await sign({ sub: id, exp: setup.nowMs() / 1000 - 1, reference: 'PAY-9' }),
    'a declined one of another': await sign({ sub: '1', outcome: 'declined', reference: 'PAY-9' }),
  };
  for (const [what, token] of Object.entries(forged)) {
    const { status, metadata, text } = await ada.pay('finishtransaction', {
      transactionID: id,
      token,
    });
    expect({ what, status, hint: metadata['errorhint'] }).toEqual({
      what,
      status: 402,
      hint: expect.stringMatching(/^the token does not/),
    });
    expect(text).not.toContain(signature);
  }
  expect(await ada.pay('finishtransaction', { transactionID: id })).toMatchObject({
    status: 400,
    metadata: { errorhint: expect.stringMatching(/^token must be given/) },
  });
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  expect(
    (await ada.pay('finishtransaction', { transactionID: id, token: right })).result.general.state,
  ).toBe('finished');
});

test("reference and final payment of the call must match the provider's signature", async () => {
  const ada = await setup.buyer(9710);
  const id = await ada.prepare();
  const token = await setup.provider.sign({ sub: id });
  expect(
    (await ada.pay('finishtransaction', { transactionID: id, token, reference: 'PAY-2' })).status,
  ).toBe(402);
  expect(
    await ada.pay('finishtransaction', { transactionID: id, token, finalPayment: '399' }),
  ).toMatchObject({
    status: 400,
    metadata: { errorhint: expect.stringMatching(/^finalPayment must be 499/) },
  });
  const right = {
    transactionID: id,
    token,
    reference: 'PAY-1',
    finalPayment: '499',
    paymentType: 'card',
    externalUserID: 'user|7',
    externalTransactionReference: 'x:y',
  };
  expect((await ada.pay('finishtransaction', right)).result.general.state).toBe('finished');
});

test('a declined payment is 402, and a later approved attempt still counts', async () => {
  const ada = await setup.buyer(9711);
  const id = await ada.prepare();
  const declined = {
    transactionID: id,
    token: await setup.provider.sign({ sub: id, outcome: 'declined' }),
  };
  for (const _ of [1, 2]) {
    expect(await ada.pay('finishtransaction', declined)).toMatchObject({
      status: 402,
      metadata: { errorhint: 'the payment was declined by the provider' },
    });
  }
  expect(
    (await setup.platform.ledger(9711)).rows.filter((row) => row.kind === 'declined'),
  ).toHaveLength(1);
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  const approved = await setup.provider.sign({ sub: id, reference: 'PAY-2' });
  expect(
    (await ada.pay('finishtransaction', { transactionID: id, token: approved })).result.general
      .state,
  ).toBe('finished');
});

test('a payment is pending until the provider confirms it: the platform asks on each finish', async () => {
  const ada = await setup.buyer(9712);
  const { provider } = setup;
  const id = await ada.prepare();
  const pending = {
    transactionID: id,
    token: await provider.sign({ sub: id, outcome: 'pending', reference: 'SLOW/1' }),
  };
  const unreadable = [
    'silence',
    'no JSON',
    '{"token":1}',
    await provider.sign({ sub: id, reference: 'SLOW/1' }, 'stranger'),
    await provider.sign({ sub: id, reference: 'PAY-OTHER' }),
    pending.token,
  ];
  for (const answer of unreadable) {
    provider.answers.set('SLOW/1', answer);
    expect((await ada.pay('finishtransaction', pending)).result, answer).toEqual({
      general: { transactionID: id, state: 'pending' },
    });
  }
  expect(provider.asked.filter((path) => path === '/payments/SLOW%2F1')).toHaveLength(
    unreadable.length,
  );
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  // Without its token the platform still knows which payment to ask for.
  expect((await ada.pay('finishtransaction', { transactionID: id })).result.general.state).toBe(
    'pending',
  );
  provider.answers.set('SLOW/1', await provider.sign({ sub: id, reference: 'SLOW/1' }));
  expect((await ada.pay('finishtransaction', pending)).result.general).toMatchObject({
    state: 'finished',
    validUntil: seconds(setup.nowMs() + 2 * dayMs),
  });
});

test('a pending payment that the provider declines stays 402 when the provider no longer answers', async () => {
  const ada = await setup.buyer(9713);
  const id = await ada.prepare();
  const pending = {
    transactionID: id,
    token: await setup.provider.sign({ sub: id, outcome: 'pending', reference: 'SLOW-2' }),
  };
  expect((await ada.pay('finishtransaction', pending)).result.general.state).toBe('pending');
  setup.provider.answers.set(
    'SLOW-2',
    await setup.provider.sign({ sub: id, outcome: 'declined', reference: 'SLOW-2' }),
  );
  expect((await ada.pay('finishtransaction', pending)).status).toBe(402);
  setup.provider.answers.delete('SLOW-2');
  expect((await ada.pay('finishtransaction', pending)).status).toBe(402);
});

test('a free purchase needs no token', async () => {
  const ada = await setup.buyer(9714);
  const { general } = (
    await ada.call('/allmedia/byquery/Red%20Cliff?queryFields=title&selectedStreamtypes=video')
  ).result[0];
  expect((await ada.state(general.ID)).offers).toContainEqual({
    operation: 'ppv',
    amount: 0,
    currency: 'EUR',
    hours: 48,
  });
  const id = await ada.prepare({ ...rent, item: general.ID, amount: '0' });
  expect((await ada.pay('finishtransaction', { transactionID: id })).result.general.state).toBe(
    'finished',
  );
  expect(await ada.state(general.ID)).toMatchObject({ canPlay: 1, reason: 'paid' });
});

test('a change to premium during the payment costs the premium price, and is granted', async () => {
  const ada = await setup.buyer(9715);
  const id = await ada.prepare(monthly);
  const late = { transactionID: id, isLatePremium: '1', finalPayment: '1299' };
  expect(
    (
      await ada.pay('finishtransaction', {
        ...late,
        finalPayment: '799',
        token: await setup.provider.sign({ sub: id, amount: 799 }),
      })
    ).metadata['errorhint'],
  ).toMatch(/^finalPayment must be 1299/);
  expect(
    (
      await ada.pay('finishtransaction', {
        ...late,
        token: await setup.provider.sign({ sub: id, amount: 1299 }),
      })
    ).result.general.state,
  ).toBe('finished');
  const inception = (
    await ada.call('/allmedia/byquery/Inception?queryFields=title&selectedStreamtypes=video')
  ).result[0].general.ID;
  expect(await ada.state(inception)).toMatchObject({ canPlay: 1, reason: 'subscription' });
  const film = await ada.prepare();
  expect(
    (await ada.pay('finishtransaction', { transactionID: film, isLatePremium: '1' })).metadata[
      'errorhint'
    ],
  ).toMatch(/^isLatePremium must be 0/);
  const year = await (
    await setup.buyer(9715, 'kim')
  ).pay('preparetransaction', { ...monthly, subscriptionDuration: '12', amount: '7990' });
  const kim = await setup.buyer(9715, 'kim');
  expect(
    (
      await kim.pay('finishtransaction', {
        transactionID: year.result.general.transactionID,
        isLatePremium: '1',
      })
    ).metadata['errorhint'],
  ).toMatch(/^isLatePremium must be 0/);
});

for (const [what, domain, isLatePremium, amount, isPremium] of [
  ['the prepared price grants what was prepared', 9749, '1', 799, 0],
  ['the premium price grants premium', 9750, '0', 1299, 1],
] as const) {
  test(`whatever a finish says of a late change to premium, ${what}`, async () => {
    const buyer = await setup.buyer(domain);
    const id = await buyer.prepare(monthly);
    const token = await setup.provider.sign({ sub: id, amount: 700 });
    const values = { transactionID: id, isLatePremium };
    expect((await buyer.pay('finishtransaction', { ...values, token })).status).toBe(402);
    const paid = await setup.provider.sign({ sub: id, amount });
    expect((await buyer.pay('finishtransaction', { ...values, token: paid })).result).toMatchObject(
      {
        general: { state: 'finished', isPremium },
      },
    );
    const { rows, problems } = await setup.platform.ledger(domain);
    expect(problems).toEqual([]);
    expect(rows.find((row) => row.transaction === id && row.kind === 'paid')).toMatchObject({
      amountMinor: amount,
    });
  });
}

test('a deposit is recorded, and grants nothing', async () => {
  const ada = await setup.buyer(9716);
  const { answer } = await ada.buy({
    operation: 'deposit',
    amount: '5000',
    currency: 'EUR',
    provider: 'demo',
  });
  expect(answer.result.general).toMatchObject({ state: 'finished', validUntil: 0 });
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
});

test('a platform without a provider accepts no token, and says so', async () => {
  const alone = await startTestPlatform();
  const page = await openPage(alone.url, 9717);
  await page.call('/session/login', { form: { provider: 'manual', ...alone.demoUser } });
  const id = (
    await page.call(`/payment/preparetransaction?${new URLSearchParams(rent)}`, { method: 'POST' })
  ).result.general.transactionID;
  expect(
    await page.call('/payment/finishtransaction', {
      form: { transactionID: id, token: await setup.provider.sign({ sub: id }) },
    }),
  ).toMatchObject({
    status: 402,
    metadata: { errorhint: expect.stringContaining('no payment provider') },
  });
  await alone.close();
});

test('fields are read from query, form and JSON', async () => {
  const ada = await setup.buyer(9718);
  const prepared = [
    await ada.call('/payment/preparetransaction', { form: rent }),
    await ada.call('/payment/preparetransaction', {
      json: { ...rent, item: Number(film), amount: 499 },
    }),
  ];
  expect(prepared.map(({ status }) => status)).toEqual([200, 200]);
  const id = prepared[1]!.result.general.transactionID;
  const json = `{"transactionID":${id},"token":"${await setup.provider.sign({ sub: id })}"}`;
  const finished = await ada.call('/payment/finishtransaction', {
    form: Object.fromEntries(Object.entries(JSON.parse(json.replace(id, `"${id}"`)))) as Record<
      string,
      string
    >,
  });
  expect(finished.result.general.state).toBe('finished');
});

/** Approves and finishes a prepared transaction. */
async function finish(buyer: Buyer, id: string, amount: number): Promise<Answered> {
  const token = await setup.provider.sign({ sub: id, amount, reference: `PAY-${id}` });
  return buyer.pay('finishtransaction', { transactionID: id, token });
}

/** Holds of some answers one to be a grant, and the others to be refused with the money back. */
function expectOneGrant(answers: readonly Answered[], hint: string): void {
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 402)).toHaveLength(answers.length - 1);
  for (const { metadata } of answers.filter(({ status }) => status !== 200)) {
    expect(metadata['errorhint']).toBe(`${hint}: the payment is given back`);
  }
}

test('a film that is owned by the time of the payment is not sold again: the money goes back', async () => {
  const ada = await setup.buyer(9719);
  const before = (await setup.platform.ledger(9719)).sums[0]!;
  const ids = [await ada.prepare(keep), await ada.prepare(keep), await ada.prepare(keep)];
  const late = await ada.prepare(rent);
  const answers = await Promise.all(ids.map((id) => finish(ada, id, 1299)));
  expectOneGrant(answers, 'this user owns the item already');
  const second = ids.find((_, index) => answers[index]!.status === 402)!;
  for (const again of [await finish(ada, second, 1299), await finish(ada, late, 499)]) {
    expect(again).toMatchObject({
      status: 402,
      metadata: { errorhint: 'this user owns the item already: the payment is given back' },
    });
  }
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'paid', validUntil: 0 });
  const { rows, sums, problems } = await setup.platform.ledger(9719);
  expect(rows.filter((row) => row.transaction === second).map(({ kind }) => kind)).toEqual([
    'prepared',
    'deleted',
    'paid',
    'refunded',
  ]);
  expect(sums[0]!.netMinor).toBe(before.netMinor + 1299);
  expect(sums[0]!.refundedMinor).toBe(before.refundedMinor + 2 * 1299 + 499);
  expect(problems).toEqual([]);
});

test('of two renewing subscriptions that were prepared one is charged, now and each month', async () => {
  const ada = await setup.buyer(9720);
  const before = (await setup.platform.ledger(9720)).sums[0]!.netMinor;
  const renewing = { ...monthly, subscriptionWillRenew: '1' };
  const ids = [await ada.prepare(renewing), await ada.prepare(renewing)];
  const late = await ada.prepare({ ...renewing, subscriptionIsPremium: '1', amount: '1299' });
  expectOneGrant(
    await Promise.all(ids.map((id) => finish(ada, id, 799))),
    'this user has such a subscription, and it extends by itself',
  );
  setup.pass(31 * dayMs);
  const { sums, problems } = await setup.platform.ledger(9720);
  expect(sums[0]!.netMinor).toBe(before + 2 * 799);
  expect(problems).toEqual([]);
  // Premium opens more.
  expect((await finish(ada, late, 1299)).status).toBe(200);
  expect((await setup.platform.ledger(9720)).problems).toEqual([]);
});

test('a subscription that cannot be renewed is sold once, also where two were prepared', async () => {
  const ada = await setup.buyer(9721);
  const once = { ...monthly, subscriptionCanRenew: '0' };
  const ids = [await ada.prepare(once), await ada.prepare(once)];
  expectOneGrant(
    await Promise.all(ids.map((id) => finish(ada, id, 799))),
    'this user had such a subscription, and it cannot be renewed',
  );
  expect((await setup.platform.ledger(9721)).problems).toEqual([]);
});

test('a viewer has one trial phase, however many were prepared', async () => {
  const ada = await setup.buyer(9722);
  const trial = { ...monthly, capturePaymentOn: String(seconds(setup.nowMs() + 90 * dayMs)) };
  const film = { ...keep, capturePaymentOn: trial.capturePaymentOn };
  const ids = [await ada.prepare(trial), await ada.prepare(trial)];
  const late = await ada.prepare(film);
  const answers = await Promise.all(ids.map((id) => finish(ada, id, 799)));
  expectOneGrant(answers, 'this user had a trial phase already');
  expect((await finish(ada, late, 1299)).status).toBe(402);
  const granted = ids[answers.findIndex(({ status }) => status === 200)]!;
  await ada.pay('cancelsubscription', { transactionID: granted });
  setup.pass(91 * dayMs);
  const next = { ...monthly, capturePaymentOn: String(seconds(setup.nowMs() + 90 * dayMs)) };
  expect(await ada.pay('preparetransaction', next)).toMatchObject({
    status: 409,
    metadata: { errorhint: 'this user had a trial phase already' },
  });
  expect((await ada.buy(monthly)).answer.status).toBe(200);
  expect((await setup.platform.ledger(9722)).problems).toEqual([]);
});
