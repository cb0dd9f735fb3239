import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { send, sign, type Answered } from '../fixtures/platform/client.ts';
import { startTestProvider, type TestProvider } from '../fixtures/platform/payment-provider.ts';
import { openBuyer, type Buyer } from '../fixtures/platform/payment-setup.ts';
import {
  startPlatformProcess,
  type PlatformProcess,
} from '../fixtures/platform/platform-process.ts';
import { startPostgres, type Server } from '../fixtures/platform/postgres.ts';
import { openReporting, sumOf } from '../fixtures/platform/statistics-reporting.ts';

let server: Server;
let provider: TestProvider;
/** Reads the ledger. */
let reader: RunningPlatform;
const running = new Set<PlatformProcess>();

test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startPostgres();
  provider = await startTestProvider();
  reader = await startPlatform({ quiet: true, history: false, databaseUrl: server.databaseUrl });
});
test.afterAll(async () => {
  await Promise.all([...running].map((one) => one.stop()));
  await reader.close();
  await provider.close();
  await server.stop();
});

async function start(): Promise<PlatformProcess> {
  const { url, jwks } = provider;
  const started = await startPlatformProcess({
    databaseUrl: server.databaseUrl,
    history: false,
    provider: { url, jwks, answerWithinMs: 200 },
  });
  running.add(started);
  return started;
}

const statusesOf = (answers: readonly Answered[]): number[] =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

const rowsOf = async (domain: number, kind: string, id?: string): Promise<number> =>
  (await reader.ledger(domain)).rows.filter(
    (row) => row.kind === kind && (id === undefined || row.transaction === id),
  ).length;

const people = ['ada', 'grace'] as const;

for (const [count, domain] of [
  [2, 9760],
  [4, 9761],
] as const) {
  test(`${count} processes agree about sessions, purchases, a voucher and views`, async () => {
    test.setTimeout(300_000);
    const processes = await Promise.all(Array.from({ length: count }, start));
    await reader.openTenant(domain);
    // Each of the two people has sessions at every process.
    const byPerson = await Promise.all(
      people.map((person) =>
        Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            openBuyer(processes[index % count]!, provider, domain, person),
          ),
        ),
      ),
    );
    const buyers = byPerson.flat();
    await shareSessions(processes, domain, buyers);
    await sellOnce(domain, byPerson);
    const redeemed = await Promise.all(
      buyers.map((buyer) => buyer.pay('redeemvoucher', { vouchercode: 'ONE-FILM' })),
    );
    expect(statusesOf(redeemed)).toEqual([200, ...Array(15).fill(410)]);
    await countViews(processes, domain);
    expect((await reader.ledger(domain)).problems).toEqual([]);
    await Promise.all(processes.map((one) => one.stop()));
    for (const one of processes) running.delete(one);
  });
}

/** Each process keeps each session alive, and knows its end. */
async function shareSessions(
  processes: readonly PlatformProcess[],
  domain: number,
  buyers: readonly Buyer[],
): Promise<void> {
  const keep = (
    name: string,
    { url }: PlatformProcess,
    { cid, secret }: Buyer,
  ): Promise<Answered> =>
    send(`${url}/v3.1/${domain}/session/${name}`, {
      method: 'POST',
      headers: { 'X-Request-CID': cid, 'X-Request-Token': sign(name, domain, secret) },
    });
  const kept = await Promise.all(
    Array.from({ length: 5 }).flatMap(() =>
      processes.flatMap((one) => buyers.map((buyer) => keep('keepalive', one, buyer))),
    ),
  );
  expect(new Set(statusesOf(kept))).toEqual(new Set([200]));
  const leaving = await openBuyer(processes[0]!, provider, domain, 'ada');
  await keep('logout', processes[1]!, leaving);
  for (const one of processes) expect((await keep('keepalive', one, leaving)).status).toBe(401);
}

/** Two people buy at once, and each purchase is finished at every process. */
async function sellOnce(domain: number, byPerson: readonly (readonly Buyer[])[]): Promise<void> {
  const ids = await Promise.all(byPerson.map(([first]) => first!.prepare()));
  const finished = await Promise.all(
    ids.map(async (id, person) => {
      const token = await provider.sign({ sub: id, reference: `PAY-${id}` });
      const same = byPerson[person]!;
      return Promise.all(
        same.map((buyer) => buyer.pay('finishtransaction', { transactionID: id, token })),
      );
    }),
  );
  for (const [person, answers] of finished.entries()) {
    expect(statusesOf(answers)).toEqual(Array(8).fill(200));
    const first = answers.filter(({ result }) => !result.general.alreadyFinished);
    expect(first).toHaveLength(1);
    expect(await rowsOf(domain, 'paid', ids[person])).toBe(1);
  }
  for (const buyer of byPerson.flat()) expect(await buyer.state()).toMatchObject({ canPlay: 1 });
}

/** Views that are reported at all processes are counted once at each. */
async function countViews(processes: readonly PlatformProcess[], domain: number): Promise<void> {
  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const started = Date.now();
  const sites = await Promise.all(processes.map(({ url }) => openReporting(url, domain)));
  const reports = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      sites[index % sites.length]!.report([{ kind: 'view', gid: '5000311' }]),
    ),
  );
  expect(new Set(statusesOf(reports))).toEqual(new Set([200]));
  // The domain's own timezone may be in another day than UTC, and midnight may have passed.
  const asked = { from: dayOf(started), to: dayOf(Date.now()), kpi: 'views', timezone: 'UTC' };
  const answers = await Promise.all(sites.map(({ ask }) => ask('viewsbyday', asked)));
  for (const answer of answers) expect(sumOf(answer)).toBe(40);
}

/** The steps of a finish: what another connection holds, so that the finish waits there. */
const steps = [
  ['at the row of the transaction', 'lock table transactions in exclusive mode'],
  ['at the entries of the ledger', 'lock table ledger in exclusive mode'],
] as const;

for (const [index, [title, hold]] of steps.entries()) {
  test(`a process that is killed in mid-finish, ${title}, loses nothing`, async () => {
    test.setTimeout(300_000);
    const domain = 9762 + index;
    await reader.openTenant(domain);
    const [doomed, other] = await Promise.all([start(), start()]);
    const buyer = await openBuyer(doomed, provider, domain, 'ada');
    const id = await buyer.prepare();
    const token = await provider.sign({ sub: id, reference: `PAY-${id}` });
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query(hold);
    const lost = buyer.pay('finishtransaction', { transactionID: id, token }).then(
      () => 'answered',
      () => 'lost',
    );
    await untilWaiting(holder);
    await doomed.kill();
    running.delete(doomed);
    expect(await lost).toBe('lost');
    await holder.query('rollback');
    await holder.end();
    expect(await rowsOf(domain, 'paid', id)).toBe(0);

    const again = await openBuyer(other, provider, domain, 'ada');
    const answers = await Promise.all(
      [again, again].map((one) => one.pay('finishtransaction', { transactionID: id, token })),
    );
    expect(answers.map(({ result }) => result.general.state)).toEqual(['finished', 'finished']);
    expect(await rowsOf(domain, 'paid', id)).toBe(1);
    expect((await reader.ledger(domain)).problems).toEqual([]);
    await other.stop();
    running.delete(other);
  });
}

test('a process that is killed under load loses no purchase', async () => {
  test.setTimeout(300_000);
  const domain = 9764;
  await reader.openTenant(domain);
  const [doomed, other] = await Promise.all([start(), start()]);
  const [here, there] = [
    await openBuyer(doomed, provider, domain, 'ada'),
    await openBuyer(other, provider, domain, 'ada'),
  ];
  const rent = { operation: 'ppv', streamtype: 'video', amount: '499', currency: 'EUR' };
  const bought: { id: string; token: string }[] = [];
  const films = await here.call('/allmedia/all?limit=60&selectedStreamtypes=video');
  for (const { general } of films.result) {
    if (bought.length === 8) break;
    const item = String(general.ID);
    const prepared = await here.pay('preparetransaction', { ...rent, item, provider: 'demo' });
    const id = prepared.result?.general?.transactionID;
    if (prepared.status !== 200) continue; // an item that is not for sale
    const token = await provider.sign({ sub: String(id), reference: `PAY-${id}` });
    bought.push({ id: String(id), token });
  }
  expect(bought.length).toBeGreaterThan(2);
  const finishing = bought.map(({ id, token }) =>
    here.pay('finishtransaction', { transactionID: id, token }).catch(() => undefined),
  );
  await Promise.race(finishing); // one is answered, the others are under way
  await doomed.kill();
  running.delete(doomed);
  await Promise.all(finishing);
  for (const { id, token } of bought) {
    const answer = await there.pay('finishtransaction', { transactionID: id, token });
    expect(answer.result.general.state).toBe('finished');
    expect(await rowsOf(domain, 'paid', id)).toBe(1);
  }
  expect((await reader.ledger(domain)).problems).toEqual([]);
});

/** Waits until another connection waits for what this one holds. */
async function untilWaiting(holder: pg.Client): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 20) {
    const { rows } = await holder.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock'",
    );
    if (rows.length) return;
    await sleep(20);
  }
  throw new Error('nothing waits');
}
