import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';
import { defaultAuthorization, type Authorization } from './findings.ts';
import type { ProbeReport } from './probe.ts';
import { createRedaction, redact } from './redact.ts';

/** The requests and answers of a probe without secrets, and what answering them again needs. */
export interface Recording {
  /** The path of the base URL, as `/v3.1/741`. */
  readonly basePath: string;
  readonly session: RecordedSession;
  readonly exchanges: readonly Exchange[];
}

export interface RecordedSession {
  readonly id: string;
  readonly token?: string | undefined;
  readonly domain: string;
  readonly authorization: Authorization;
}

/** The file beside the exchanges. Theirs begin with a number. */
const about = 'recording.json';
const exchangeFile = /^\d+-.+\.json$/;

/** @returns nothing where the probe found no session */
export function createRecording(report: ProbeReport, baseUrl: string): Recording | undefined {
  const { session, differences, exchanges } = report;
  if (!session) return undefined;
  const hide = createRedaction(exchanges);
  return {
    basePath: new URL(baseUrl).pathname.replace(/\/+$/, ''),
    session: {
      id: hide(session.id),
      token: session.token === undefined ? undefined : hide(session.token),
      domain: session.domain,
      authorization: differences.authorization ?? defaultAuthorization,
    },
    exchanges: redact(exchanges),
  };
}

/** Writes a file for each exchange. Those of an earlier probe in the folder are removed. */
export async function writeRecording(
  folder: string,
  exchanges: readonly Exchange[],
  recording: Recording | undefined,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name === about || exchangeFile.test(name)) await rm(join(folder, name));
  }
  const write = (name: string, content: unknown): Promise<void> =>
    writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  for (const [index, exchange] of exchanges.entries()) {
    const number = String(index + 1).padStart(3, '0');
    await write(`${number}-${exchange.name.replace('/', '-')}.json`, exchange);
  }
  if (!recording) return;
  const { basePath, session } = recording;
  await write(about, { basePath, session });
}

/** @throws {RangeError} where the folder has no recording */
export async function readRecording(folder: string): Promise<Recording> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new RangeError(`the recordings in ${folder} cannot be read: ${error.message}`);
  });
  if (!names.includes(about)) {
    throw new RangeError(`${folder} has no ${about}: "probe --recordings ${folder}" writes it`);
  }
  const read = async (name: string): Promise<unknown> => {
    try {
      return JSON.parse(await readFile(join(folder, name), 'utf8'));
    } catch (error) {
      throw new RangeError(`${join(folder, name)} cannot be read: ${(error as Error).message}`);
    }
  };
  const { basePath, session } = (await read(about)) as Omit<Recording, 'exchanges'>;
  const exchanges: Exchange[] = [];
  for (const name of names.filter((one) => exchangeFile.test(one)).sort()) {
    exchanges.push((await read(name)) as Exchange);
  }
  return { basePath, session, exchanges };
}
