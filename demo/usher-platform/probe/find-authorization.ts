import { textIn } from '../../../src/dialect/readers.ts';
import { authorizeCall, type ProbeSession } from './authorize-call.ts';
import { defaultAuthorization, deviation, type Authorization } from './findings.ts';
import { placesIn, valueAt } from './json-paths.ts';
import type { FoundSession, ProbeContext } from './probe-context.ts';

interface Attempt {
  readonly session: ProbeSession;
  readonly sessionPath: string;
  readonly tokenPath: string | undefined;
  readonly authorization: Authorization;
}

/** A platform that takes none of so many is not tried on. */
const maxAttempts = 120;
const hashes = ['MD5', 'SHA-1', 'SHA-256'] as const;
const sessionDefault = 'general.cid';
const tokenDefault = 'device.domaintoken';

/**
 * Finds the session of an opening, and how calls carry it: a keepalive is tried with each place
 * where ID and token may be, and with each way to sign, the default ones first.
 *
 * @returns nothing where no keepalive is accepted
 */
export async function findAuthorization(
  context: ProbeContext,
  result: unknown,
  given: { readonly deviceHash: string; readonly domain: string | undefined },
): Promise<FoundSession | undefined> {
  const domain = given.domain ?? textIn(result, 'general', 'clid') ?? '';
  const attempts = listAttempts(result, given.deviceHash, domain, await readHeaderNames(context));
  const statuses = new Set<number>();
  for (const attempt of attempts.slice(0, maxAttempts)) {
    const headers = authorizeCall('keepalive', attempt.session, attempt.authorization);
    const { status } = await context.wire.send({ name: 'session/keepalive', headers });
    if (status < 300) {
      noteFound(context, attempt);
      return {
        ...attempt.session,
        headersFor: (operation) => authorizeCall(operation, attempt.session, attempt.authorization),
      };
    }
    statuses.add(status);
  }
  context.note({
    claim: 'X-Request-CID has the session ID, and X-Request-Token a signature',
    part: 'authorize',
    verdict: 'unknown',
    evidence: `no keepalive is accepted, of ${attempts.length} ways to send it: ${[...statuses].join(', ') || 'no session ID is found'}`,
  });
  return undefined;
}

/** The headers that the platform lets pages send, besides the default ones. */
async function readHeaderNames({ wire }: ProbeContext): Promise<string[]> {
  const { headers } = await wire.send({
    name: 'session/keepalive',
    method: 'OPTIONS',
    headers: {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-request-cid,x-request-token',
    },
  });
  return (headers['access-control-allow-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && name !== '*' && !/^x-request-(cid|token)$/i.test(name));
}

function listAttempts(
  result: unknown,
  deviceHash: string,
  domain: string,
  names: readonly string[],
): Attempt[] {
  const places = placesIn(result);
  const ids = sortDefaultFirst(
    places
      .filter(({ name, value }) => /^c?s?id$|session/i.test(name) && isSessionId(value))
      .map(({ path }) => path),
    sessionDefault,
  );
  const tokens = sortDefaultFirst(
    places
      .filter(({ name, value }) => /token|secret|key/i.test(name) && isToken(value))
      .map(({ path }) => path)
      .filter((path) => !/report/i.test(path)),
    tokenDefault,
  );
  const attempts = ids.flatMap((sessionPath) =>
    (tokens.length ? tokens : [undefined]).flatMap((tokenPath) =>
      listAuthorizations(names, tokenPath !== undefined).map((authorization) => ({
        sessionPath,
        tokenPath,
        authorization,
        session: {
          id: String(valueAt(result, sessionPath)),
          token: tokenPath === undefined ? undefined : String(valueAt(result, tokenPath)),
          deviceHash,
          domain,
        },
      })),
    ),
  );
  // Sorting is stable: of equals the default places come first.
  return attempts.sort((a, b) => deviation(a.authorization) - deviation(b.authorization));
}

function listAuthorizations(names: readonly string[], isSigned: boolean): Authorization[] {
  const sessionHeaders = [
    defaultAuthorization.sessionHeader,
    ...names.filter((name) => /cid|session|sid|^authorization$/i.test(name)),
  ];
  if (!isSigned) {
    return sessionHeaders.map((sessionHeader) => ({
      ...defaultAuthorization,
      sessionHeader,
      tokenHeader: undefined,
    }));
  }
  const tokenHeaders = [
    defaultAuthorization.tokenHeader,
    ...names.filter((name) => /token|sign|auth/i.test(name)),
    undefined,
  ];
  return sessionHeaders.flatMap((sessionHeader) =>
    tokenHeaders
      .filter((tokenHeader) => tokenHeader !== sessionHeader)
      .flatMap((tokenHeader) =>
        hashes.flatMap((hash) =>
          [false, true].map((isSecretUncut) => ({
            sessionHeader,
            tokenHeader,
            hash,
            isSecretUncut,
          })),
        ),
      ),
  );
}

function noteFound(context: ProbeContext, attempt: Attempt): void {
  const { differences, note } = context;
  const { sessionPath, tokenPath, authorization, session } = attempt;
  notePlace(context, sessionPath, sessionDefault, 'the session ID is at general.cid', session.id);
  if (tokenPath !== undefined && tokenPath !== 'device.clienttoken') {
    const claim = 'the token for signatures is at device.domaintoken';
    notePlace(context, tokenPath, tokenDefault, claim, `${session.token?.length} characters`);
  }
  const { sessionHeader, tokenHeader, hash, isSecretUncut } = authorization;
  const isSigned = tokenHeader !== undefined;
  const isDefault =
    sessionHeader === defaultAuthorization.sessionHeader &&
    (!isSigned || (tokenHeader === defaultAuthorization.tokenHeader && hash === 'MD5'));
  const isUnsignedByToken = !isSigned && tokenPath !== undefined;
  note({
    claim:
      'X-Request-CID has the session ID, and X-Request-Token the MD5 of operation, domain and secret',
    part: 'authorize',
    verdict: isDefault && !isUnsignedByToken ? 'held' : 'failed',
    evidence: isSigned
      ? `a keepalive with ${sessionHeader}, and ${hash} in ${tokenHeader}, is accepted`
      : `a keepalive with ${sessionHeader} alone is accepted`,
  });
  note({
    claim: 'the secret is the token, cut by the first and the last digit of the device hash',
    part: 'signatureSecret',
    verdict: verdictOfSecret(isSigned, isSecretUncut),
    evidence: secretEvidence(isSigned, isSecretUncut),
  });
  if (!isDefault || isUnsignedByToken || isSecretUncut) differences.authorization = authorization;
}

function verdictOfSecret(isSigned: boolean, isUncut: boolean): 'held' | 'failed' | 'unknown' {
  if (!isSigned) return 'unknown';
  return isUncut ? 'failed' : 'held';
}

function secretEvidence(isSigned: boolean, isUncut: boolean): string {
  if (!isSigned) return 'calls are not signed';
  return isUncut
    ? 'a signature with the whole token is accepted'
    : 'a signature with it is accepted';
}

function notePlace(
  { differences, note }: ProbeContext,
  path: string,
  expected: string,
  claim: string,
  shown: string,
): void {
  const isExpected = path === expected || path === expected.split('.')[1];
  if (!isExpected) differences.moves.set(path, expected);
  const evidence = `${path} (${/^\d+$/.test(shown) ? `${shown.length} digits` : shown})`;
  note({ claim, part: 'readSession', verdict: isExpected ? 'held' : 'failed', evidence });
}

const isSessionId = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^[!-~]{4,512}$/.test(String(value));

const isToken = (value: unknown): boolean =>
  typeof value === 'string' && /^[!-~]{16,512}$/.test(value);

const sortDefaultFirst = (paths: readonly string[], first: string): string[] =>
  [...paths].sort((a, b) => Number(b === first) - Number(a === first));
