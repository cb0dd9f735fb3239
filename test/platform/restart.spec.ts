import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, send, sign } from '../fixtures/platform/client.ts';
import { keep, openPaymentSetup, rent } from '../fixtures/platform/payment-setup.ts';

test('reported data survives a restart, and an existing folder opens faster than a new one', async () => {
  test.setTimeout(300_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'usher-platform-'));
  const options = { quiet: true, dataDir, databaseUrl: '' };
  try {
    const startedMs = performance.now();
    const first = await startPlatform(options);
    const freshMs = performance.now() - startedMs;
    const page = await openPage(first.url, 741);
    await page.call('/session/login', { form: { provider: 'manual', ...first.demoUser } });
    await first.addIncident({ title: 'x', description: 'y', severity: 'minor', affects: [] });
    const grace = await openPage(first.url, 741);
    await grace.call('/session/login', {
      form: { provider: 'manual', username: 'grace', password: 'hopper' },
    });
    const [{ general }] = (
      await grace.call(
        '/allmedia/byquery/The%20Matrix?queryFields=title&selectedStreamtypes=video&orderBy=title',
      )
    ).result;
    const buy = `/payment/itemstate?item=${general.ID}&streamtype=video&performTransactionIfPossible=1`;
    expect((await grace.call(buy, { method: 'POST' })).result.general.performed).toBe(1);
    await first.close();

    const againMs = performance.now();
    const second = await startPlatform(options);
    // Compared, because a busy machine slows both. On a quiet one it is 5 s and 1 s.
    expect(performance.now() - againMs).toBeLessThan(freshMs);
    expect(second.domainSecret).toBe(first.domainSecret);
    expect(second.serverSessionId).toBe(first.serverSessionId);
    const call = (
      cid: string,
      secret: string,
      path: string,
      method = 'POST',
    ): ReturnType<typeof send> =>
      send(`${second.url}/v3.1/741${path}`, {
        method,
        headers: {
          'X-Request-CID': cid,
          'X-Request-Token': sign(path.split('/')[2]!.split('?')[0]!, 741, secret),
        },
      });
    expect((await call(page.cid, page.secret, '/session/keepalive')).result).toEqual({
      status: 'ok',
    });
    const again = await openPage(second.url, 741, { currentSession: page.cid });
    expect(again.init.result).toMatchObject({
      general: { isNewSession: 0 },
      userdata: { username: 'ada' },
    });
    expect((await call(grace.cid, grace.secret, buy)).result.general.performed).toBe(0);
    expect(
      (await call(page.cid, page.secret, '/system/currentincidents', 'GET')).result,
    ).toHaveLength(1);
    await second.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('payments survive a restart: prepared, pending, finished, used up and recorded', async () => {
  test.setTimeout(300_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'usher-platform-'));
  const options = { dataDir, databaseUrl: '' };
  try {
    const first = await openPaymentSetup(options);
    const ada = await first.buyer(9717);
    // Not the film that is bought: it would not be sold again.
    const other = { ...rent, item: '1369489' };
    const [prepared, pending] = [await ada.prepare(other), await ada.prepare(other)];
    const { id: finished, answer } = await ada.buy(keep);
    await ada.pay('finishtransaction', {
      transactionID: pending,
      token: await first.provider.sign({ sub: pending, outcome: 'pending', reference: 'SLOW-9' }),
    });
    await ada.pay('redeemvoucher', { vouchercode: 'FREE-MONTH' });
    const ledger = await first.platform.ledger(9717);
    await first.close();

    const second = await openPaymentSetup(options);
    const again = await second.buyer(9717);
    expect(await second.platform.ledger(9717)).toEqual(ledger);
    expect(
      (await again.pay('finishtransaction', { transactionID: finished })).result.general,
    ).toEqual({ ...answer.result.general, alreadyFinished: 1 });
    expect(
      (
        await again.pay('finishtransaction', {
          transactionID: prepared,
          token: await second.provider.sign({ sub: prepared }),
        })
      ).result.general.state,
    ).toBe('finished');
    expect(
      (await again.pay('finishtransaction', { transactionID: pending })).result.general.state,
    ).toBe('pending');
    second.provider.answers.set(
      'SLOW-9',
      await second.provider.sign({ sub: pending, reference: 'SLOW-9' }),
    );
    expect(
      (await again.pay('finishtransaction', { transactionID: pending })).result.general.state,
    ).toBe('finished');
    expect((await again.pay('redeemvoucher', { vouchercode: 'FREE-MONTH' })).status).toBe(410);
    expect(await again.state()).toMatchObject({ canPlay: 1, reason: 'paid', validUntil: 0 });
    expect((await second.platform.ledger()).problems).toEqual([]);
    await second.close();
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
