import { randomUUID } from 'node:crypto';
import { startPlatform } from '../../demo/platform/start-platform.ts';
import type { PlatformOptions, RunningPlatform } from '../../demo/platform/start-platform.ts';
import { runOn } from './postgres.ts';

/**
 * Names the server that `postgres.config.ts` starts; absent where the tests run on the embedded
 * database.
 */
export const serverVariable = 'USHER_TEST_POSTGRES';
/** The database of that server which is filled once, and copied for each platform. */
export const filledDatabase = 'filled';

/**
 * A platform for one file of tests, on a database of its own: the embedded one, or on the server of
 * the run.
 */
export async function startTestPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  return startPlatform({ quiet: true, databaseUrl: await freshDatabase(), ...options });
}

/** The address of a database that nobody else uses; empty where the embedded one is meant. */
export async function freshDatabase(): Promise<string> {
  const server = process.env[serverVariable];
  if (!server) return '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name} template ${filledDatabase}`);
  return addressOf(server, name);
}

export function addressOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}
