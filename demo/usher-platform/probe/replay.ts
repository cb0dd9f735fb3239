import { absentItem } from '../../../src/testing/dialect-check/live-requests.ts';
import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';
import { authorizeCall } from './authorize-call.ts';
import type { Recording } from './recording.ts';
import { readReplayRequest, type ReplayRequest } from './replay-request.ts';

/** Answers requests as the recorded platform did. It keeps no state but the hashes of devices. */
export interface Replay {
  /** @returns nothing where the request is none to the base URL of the recording */
  answer(request: Request): Promise<Response | undefined>;
}

/** Headers of the connection, and of the form in which the recorded answer was sent. */
const droppedHeaders =
  /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|date|etag)$/i;

/** @param tell is called with each endpoint that has no recorded answer, once */
export function createReplay(recording: Recording, tell: (endpoint: string) => void): Replay {
  const devices = new Set<string>();
  const told = new Set<string>();
  return {
    async answer(raw) {
      const request = await readReplayRequest(raw, recording.basePath);
      if (!request) return undefined;
      const device = request.values.get('nxp_devh');
      if (request.name === 'session/init' && device) devices.add(device);
      const exchange = findExchange(recording, request, devices);
      if (exchange) return responseOf(exchange, request);
      if (!told.has(request.name)) tell(request.name);
      told.add(request.name);
      return notRecorded(request.name);
    },
  };
}

function findExchange(
  recording: Recording,
  request: ReplayRequest,
  devices: ReadonlySet<string>,
): Exchange | undefined {
  const { exchanges } = recording;
  const { name } = request;
  if (request.method === 'OPTIONS') {
    const preflights = exchanges.filter(({ method }) => method === 'OPTIONS');
    return preflights.find((one) => one.name === name) ?? preflights.at(-1);
  }
  if (name === 'session/init') return exchanges.find((one) => one.name === name);
  const authorized = authorizedExchanges(recording);
  if (!isAuthorized(recording, request, devices)) return findRefusal(recording, request);
  const hasReference = request.values.has('cfo');
  const reference = authorized.find(carriesReference);
  if (hasReference && reference && reference.status >= 300) return reference;
  const sameName = authorized.filter((one) => one.name === name);
  const fitting = sameName.filter((one) => isOfItem(one, request));
  return (
    fitting.find((one) => carriesReference(one) === hasReference) ??
    fitting[0] ??
    sameName.find(isOfAbsentItem)
  );
}

const carriesReference = ({ requestBody }: Exchange): boolean => requestBody.includes('cfo=');

/** The calls that the platform took: the first keepalive of them, and what followed. */
function authorizedExchanges({ exchanges, session }: Recording): readonly Exchange[] {
  const first = exchanges.findIndex(
    ({ name, method, status }) =>
      name === 'session/keepalive' && method !== 'OPTIONS' && status < 300,
  );
  return exchanges
    .slice(first)
    .filter((one) => one.method !== 'OPTIONS' && idOf(one, session) === session.id);
}

const idOf = (
  { requestHeaders }: Exchange,
  { authorization }: Recording['session'],
): string | undefined => requestHeaders[authorization.sessionHeader]?.replace(/^Bearer /, '');

/** Whether a request carries the recorded session as the recorded platform wants it. */
function isAuthorized(
  { session }: Recording,
  { name, headers }: ReplayRequest,
  devices: ReadonlySet<string>,
): boolean {
  const operation = name.split('/')[1] ?? '';
  return [...devices].some((deviceHash) => {
    const expected = authorizeCall(
      operation,
      { ...session, token: session.token, deviceHash },
      session.authorization,
    );
    return Object.entries(expected).every(([header, value]) => headers.get(header) === value);
  });
}

/** The answer to another session, to a wrong signature, or to a call without one of the headers. */
function findRefusal(
  { exchanges, session }: Recording,
  { headers }: ReplayRequest,
): Exchange | undefined {
  const { sessionHeader, tokenHeader = '' } = session.authorization;
  const refused = exchanges.filter(
    ({ name, method, status }) => name !== 'session/init' && method !== 'OPTIONS' && status >= 400,
  );
  const isOfOthers = (one: Exchange): boolean =>
    ![undefined, session.id].includes(idOf(one, session));
  const sentId = headers.get(sessionHeader)?.replace(/^Bearer /, '');
  if (sentId !== undefined && sentId !== session.id) return refused.find(isOfOthers);
  const hasSameHeaders = ({ requestHeaders }: Exchange): boolean =>
    [sessionHeader, tokenHeader].every(
      (name) => name === '' || name in requestHeaders === headers.has(name),
    );
  const ofOwn = refused.filter((one) => one.name === 'session/keepalive' && !isOfOthers(one));
  return ofOwn.find(hasSameHeaders) ?? ofOwn[0] ?? refused.find(isOfOthers);
}

/** A recorded call that names no item answers for every one. */
function isOfItem({ url }: Exchange, { values }: ReplayRequest): boolean {
  const recorded = new URL(url).searchParams;
  const names = recorded.has('item') ? ['item', 'streamtype'] : [];
  return names.every((name) => recorded.get(name) === values.get(name));
}

/** An item that the probe did not ask for is one that does not exist. */
const isOfAbsentItem = ({ url }: Exchange): boolean =>
  new URL(url).searchParams.get('item') === absentItem;

function responseOf({ status, headers, text }: Exchange, request: ReplayRequest): Response {
  const kept = Object.entries(headers).filter(([name]) => !droppedHeaders.test(name));
  const reference = request.values.get('cfo') ?? '';
  const body = text.replaceAll('"usher-probe"', JSON.stringify(reference));
  return new Response(body === '' ? null : body, { status, headers: Object.fromEntries(kept) });
}

function notRecorded(name: string): Response {
  const metadata = { status: 501, errorhint: `the recordings have no answer to ${name}` };
  return Response.json(
    { metadata, result: {} },
    { status: 501, headers: { 'Access-Control-Allow-Origin': '*' } },
  );
}
