import type { Page } from '@playwright/test';
import { expect, test } from './support/faults.ts';
import { scriptPayments, transaction } from './support/scripted-payments.ts';
import { answer, refusal, userResult, type Reply } from './support/scripted-server.ts';
import { readStoredData } from './support/stored-data.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9313 });

/** Every secret contains this word and a number that identifies it. */
const canary = (which: string): string => `C4NARY-${which}`;

/**
 * Calls with a secret in each secret field and each field about the viewer. `refused` is the secret
 * field that is refused the next time.
 */
const secretCalls: readonly (readonly [id: string, values: object, refused?: string])[] = [
  [
    'session/login',
    { provider: 'manual', username: canary('username'), password: canary('password') },
    'password',
  ],
  ['session/login', { provider: 'hash', token: canary('login-token') }, 'token'],
  ['payment/redeemvoucher', { vouchercode: canary('voucher') }, 'vouchercode'],
  ['payment/redeemvoucher', { referencecode: canary('reference-code') }, 'referencecode'],
  [
    'payment/verifyinapptransaction',
    {
      operation: 'ppv',
      item: 7,
      streamtype: 'video',
      provider: 'io',
      amount: 499,
      currency: 'EUR',
      receipt: canary('receipt'),
    },
    'receipt',
  ],
  [
    'payment/finishtransaction',
    {
      transactionID: 77,
      token: canary('finish-token'),
      reference: canary('finish-reference'),
      externalUserID: canary('external-user'),
    },
    'token',
  ],
  [
    'payment/cancelsubscription',
    { transactionID: 78, cancelTransaction: 0, reasonText: canary('reason') },
  ],
];

const ways: readonly (readonly [name: string, reply: Reply])[] = [
  ['500', () => refusal(500, 'out of order')],
  ['402', () => refusal(402, 'refused')],
  ['no JSON', () => ({ status: 200, body: '<p>no</p>' })],
  ['cut short', () => ({ status: 200, body: '{"metadata":{' })],
  ['nothing known', () => answer({})],
  ['302', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' })],
  [
    'well',
    ({ id, query }) =>
      id === 'session/login'
        ? answer(userResult('503'))
        : transaction(query.get('transactionID') ?? '79', { state: 'finished' }),
  ],
];

/**
 * Reads everything that an error or another value shows, also its causes and stacks. Runs in the
 * page.
 */
const deeply = `((value) => {
  const seen = new Set();
  const texts = [];
  const look = (one) => {
    if (Object(one) !== one) return void texts.push(String(one));
    if (seen.has(one)) return;
    seen.add(one);
    if (one instanceof Error) texts.push(one.name, one.message, one.stack);
    for (const key of Reflect.ownKeys(one)) { texts.push(String(key)); look(one[key]); }
    if (one instanceof Map) look([...one]);
  };
  look(value);
  return texts.join('\\n');
})`;

/** Everything that a page shows or can read. \`seen\` collects results, errors and events. */
async function shownBy(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const read = ${deeply};
    await runtime.inspect();
    const panel = document.querySelector('[data-usher-inspector]').shadowRoot;
    const inspected = [];
    for (const tab of panel.querySelectorAll('[role=tab]')) {
      tab.click();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      inspected.push(panel.textContent);
    }
    (await runtime.inspect()).close();
    const [report, findings, checkout] = [await runtime.supportReport(), await runtime.diagnose(), await runtime.checkout()];
    return [read(seen), read(inspected), read(viewer.events), read(viewer.states), read(runtime.$purchases.get()), read(report), read(findings), read(await checkout.receipts()),
      location.href, document.referrer, document.cookie, window.name, JSON.stringify(history.state), read({ ...sessionStorage }), document.documentElement.dataset].join('\\n');
  })()`);
}

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.includes('C4NARY'));

test.describe('Data and hostile input', () => {
  test('a secret put into every secret field', async ({
    page,
    context,
    pages,
    server,
    openShop,
  }) => {
    test.setTimeout(90_000);
    scriptPayments(server);
    const printed: string[] = [];
    page.on('console', (line) => printed.push(line.text()));
    page.on('pageerror', (error) => printed.push(`${error.message}\n${error.stack}`));
    const gathers = `<script>window.seen = []; (window.usher = window.usher || []).push((usher) => { for (const name of ['error', 'warning', 'purchase', 'item', 'session', 'login']) usher.on(name, (value) => seen.push(value)); });</script>`;
    const buyer = await openShop(page, { platform: server, body: gathers });
    for (const [name, reply] of ways) {
      for (const [id, values, refused] of secretCalls) {
        server.script(id, reply);
        const gather = '.then((value) => seen.push(value), (error) => seen.push(error))';
        const call = (given: object): string =>
          (id === 'session/login'
            ? `runtime.login(${JSON.stringify(given)})`
            : `runtime.call('${id}', ${JSON.stringify(given)})`) + gather;
        await buyer.evaluate(call(values));
        if (refused) await buyer.evaluate(call({ ...values, [refused]: `${canary('refused')}\n` }));
      }
      expect(linesOf(await shownBy(page)), name).toEqual([]);
    }
    const sent = server.arrivals.all
      .map(({ query, body }) => `${String(query)} ${String(body)}`)
      .join('\n');
    for (const which of [
      'username',
      'password',
      'login-token',
      'voucher',
      'reference-code',
      'receipt',
      'finish-token',
      'reason',
    ]) {
      expect(sent, 'it was used').toContain(canary(which));
    }

    await soon(
      async () =>
        (await buyer.purchases()).filter(({ status }) => /finishing|verifying/.test(status)),
      30_000,
    ).toEqual([]);
    const { mirror, durable } = await readStoredData(context, pages.origin());
    expect([...mirror, ...durable].filter((text) => text.includes('C4NARY'))).toEqual([]);
    expect(printed.filter((text) => text.includes('C4NARY'))).toEqual([]);
  });

  test('a secret in the address of a return', async ({
    page,
    context,
    pages,
    server,
    openShop,
  }) => {
    const { finish } = scriptPayments(server);
    const printed: string[] = [];
    page.on('console', (line) => printed.push(line.text()));
    const gathers = `<script>window.seen = []; (window.usher = window.usher || []).push((usher) => { for (const name of ['error', 'purchase', 'item']) usher.on(name, (value) => seen.push(value)); });</script>`;
    const buyer = await openShop(page, { platform: server, body: gathers });
    await buyer.goToProvider();
    const back = new URL(page.url()).searchParams.get('return')!;
    const secrets = [
      'token',
      'reference',
      'externalUserID',
      'externalTransactionReference',
      'paymentType',
    ]
      .map((name) => `${name}=${canary(name)}`)
      .join('&');
    server.script('payment/finishtransaction', () => refusal(503, 'busy'));
    await page.goto(`${back}&outcome=approved&${secrets}`);
    await buyer.waitForPurchase('finishing (platform: busy)');
    expect(linesOf(await shownBy(page))).toEqual([]);
    expect((await readStoredData(context, pages.origin())).mirror.join()).not.toContain('C4NARY');
    expect(
      (await readStoredData(context, pages.origin())).durable.join(),
      'as long as it is open',
    ).toContain(canary('token'));

    server.script('payment/finishtransaction', finish);
    await buyer.waitForPurchase('granted', 30_000);
    expect(linesOf(await shownBy(page))).toEqual([]);
    const { mirror, durable } = await readStoredData(context, pages.origin());
    expect([...mirror, ...durable].join()).not.toContain('C4NARY');
    expect(printed.join()).not.toContain('C4NARY');
    await page.reload();
    await buyer.waitForPurchase('granted');
    expect(await buyer.evaluate('[location.href, document.referrer].join()')).not.toContain(
      'C4NARY',
    );
  });
});
