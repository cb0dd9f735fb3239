// What the transport loads with the first failure is loaded here before: the fake clock does not
// wait for a network.
import '../../src/transport/recovery/trouble.ts';
import { createLoadChunk } from '../../src/browser/load-chunk.ts';
import { requestInit } from '../../src/browser/request-init.ts';
import { encodeCall } from '../../src/contract/encode-call.ts';
import type { Dialect } from '../../src/dialect/dialect.ts';
import type { Answer } from '../../src/dialect/envelope.ts';
import { isUsherError } from '../../src/errors/usher-error.ts';
import type { UsherError } from '../../src/errors/usher-error.ts';
import { createCall } from '../../src/transport/call.ts';
import type { CallOptions } from '../../src/transport/call.ts';
import { createCallLog } from '../../src/transport/call-log.ts';
import { locate } from '../contract/areas.ts';
import authorization from '../samples/authorization.json' with { type: 'json' };
import { createFakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { scriptFetch } from './scripted-fetch.ts';
import type { Scripted, Sent } from './scripted-fetch.ts';

export const { baseUrl } = authorization;

/** Who makes the calls of the samples. */
export const credentials = {
  session: authorization.sessionId,
  domain: authorization.domain,
  secret: authorization.secret,
};

/** The same, as a call asks for them. */
export const authorize = async (): Promise<typeof credentials> => credentials;

export interface Transport {
  /** Makes a call by its id, with credentials. */
  readonly call: (
    id: string,
    values?: Record<string, unknown>,
    options?: CallOptions,
  ) => Promise<Answer>;
  readonly sent: readonly Sent[];
  readonly clock: FakeClock;
  readonly notices: readonly string[];
}

/** The transport against a scripted origin, with time and chance in hand. */
export function createTransport(
  script: readonly Scripted[],
  { dialect = {}, random = () => 0.5 }: { dialect?: Partial<Dialect>; random?: () => number } = {},
): Transport {
  const clock = createFakeClock();
  const { fetch, sent } = scriptFetch(...script);
  const notices: string[] = [];
  const call = createCall({
    baseUrl,
    browser: { clock, random, fetch },
    dialect,
    requestInit,
    log: createCallLog(clock),
    loadChunk: createLoadChunk(clock.after, new AbortController().signal),
    onNotice: (notice) => notices.push(notice),
  });
  return {
    call: (id, values, options = { authorize }) => call(encodeCall(...locate(id), values), options),
    sent,
    clock,
    notices,
  };
}

/**
 * How a call ended: with its answer, or with an error of the library; any other error fails the
 * test.
 */
export async function outcome(promise: Promise<Answer>): Promise<Answer | UsherError> {
  try {
    return await promise;
  } catch (error) {
    if (isUsherError(error)) return error;
    throw error;
  }
}
