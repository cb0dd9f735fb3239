import { openDatabase } from '../../demo/platform/open-database.ts';
import { runOn, startPostgres } from '../fixtures/platform/postgres.ts';
import { addressOf, filledDatabase, serverVariable } from '../fixtures/platform/test-platform.ts';

/** Starts a server with schema and catalogue before all tests of a run, and stops it after them. */
export default async function startSharedPostgres(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await runOn(server.databaseUrl, `create database ${filledDatabase}`);
  const filled = await openDatabase('', addressOf(server.databaseUrl, filledDatabase));
  await filled.close();
  process.env[serverVariable] = server.databaseUrl;
  return server.stop;
}
