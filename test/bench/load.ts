// One, two and four processes of the platform on one PostgreSQL server: requests per second, p50
// and p99 of four kinds of calls, and what a million devices need by that. The client, the server
// and all processes share this machine. `--seconds 2` says how long each kind is measured.
import { cpus } from 'node:os';
import { readCatalogue } from '../../demo/usher-platform/catalogue/read-catalogue.ts';
import { startTestProvider, type TestProvider } from '../fixtures/platform/payment-provider.ts';
import { startPlatformProcess } from '../fixtures/platform/platform-process.ts';
import { runOn, startPostgres } from '../fixtures/platform/postgres.ts';
import { addressOf } from '../fixtures/platform/test-platform.ts';
import { openLoad } from './load-calls.ts';
import { everySeconds, needOf, type LoadFigures, type LoadKind } from './load-figures.ts';

const processCounts = [1, 2, 4];
const kinds = Object.keys(everySeconds) as LoadKind[];
const devices = 1_000_000;
/** Each of two users buys each once. */
const itemCount = 1000;

type Row = Readonly<Record<LoadKind, LoadFigures>>;

export async function run({ seconds = '2' }: { readonly seconds?: string }): Promise<void> {
  const server = await startPostgres();
  const provider = await startTestProvider();
  const rows = new Map<number, Row>();
  try {
    for (const count of processCounts) {
      const database = `load_${count}`;
      await runOn(server.databaseUrl, `create database ${database}`);
      const databaseUrl = addressOf(server.databaseUrl, database);
      rows.set(count, await measure(databaseUrl, provider, count, Number(seconds) * 1000));
      printRow(count, rows.get(count)!);
    }
  } finally {
    await provider.close();
    await server.stop();
  }
  printNeed(rows.get(1)!);
}

async function measure(
  databaseUrl: string,
  provider: TestProvider,
  count: number,
  limitMs: number,
): Promise<Row> {
  const { url, jwks } = provider;
  const items = Array.from({ length: itemCount }, (_, index) => ({
    id: index + 1,
    title: `Item ${index + 1}`,
    sale: { ppv: 499 },
  }));
  const catalogue = readCatalogue(JSON.stringify({ items }), 'load.json');
  const options = { databaseUrl, catalogue, history: false, provider: { url, jwks } };
  const processes = await Promise.all(
    Array.from({ length: count }, () => startPlatformProcess(options)),
  );
  try {
    const load = await openLoad(
      processes.map((one) => one.url),
      provider,
      itemCount,
    );
    const row: Partial<Record<LoadKind, LoadFigures>> = {};
    for (const kind of kinds) row[kind] = await load.measure(kind, limitMs);
    return row as Row;
  } finally {
    await Promise.all(processes.map((one) => one.stop()));
  }
}

function printRow(count: number, row: Row): void {
  console.log(`  ${count} ${count === 1 ? 'process' : 'processes'}`);
  for (const kind of kinds) {
    const { perSecond, p50Ms, p99Ms } = row[kind];
    const rate = perSecond.toFixed(0).padStart(6);
    console.log(
      `    ${kind.padEnd(10)} ${rate} requests/s   p50 ${p50Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms`,
    );
  }
}

function printNeed(row: Row): void {
  console.log(`  ${devices.toLocaleString('en')} devices, on a machine like this one:`);
  let sum = 0;
  for (const kind of kinds) {
    const { perSecond, processes } = needOf(kind, devices, row[kind].perSecond);
    sum += processes;
    console.log(
      `    ${kind.padEnd(10)} ${perSecond.toFixed(0).padStart(6)} requests/s (each device every ${everySeconds[kind]} s): ${processes.toFixed(1)} processes`,
    );
  }
  console.log(
    `    ${Math.ceil(sum)} processes with a share of the database each. ${cpus().length} cores served the client, PostgreSQL and the platform here.`,
  );
}
