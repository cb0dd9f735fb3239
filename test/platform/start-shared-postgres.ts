import { openDatabase } from '../../demo/platform/open-database.ts';
import { runOn, startPostgres } from '../fixtures/platform/postgres.ts';
import { addressOf, filledDatabase, serverVariable } from '../fixtures/platform/test-platform.ts';

/**
 * Before all tests of a run: a server, with a database that has schema and catalogue. After them:
 * it is gone.
 */
export default async function startSharedPostgres(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  await runOn(server.databaseUrl, `create database ${filledDatabase}`);
  const filled = await openDatabase('', addressOf(server.databaseUrl, filledDatabase));
  await filled.close();
  process.env[serverVariable] = server.databaseUrl;
  return server.stop;
}
