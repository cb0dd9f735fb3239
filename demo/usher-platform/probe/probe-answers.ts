import { readIncidents } from '../../../src/dialect/incident-reader.ts';
import { booleanOf, readItemState } from '../../../src/dialect/item-state-reader.ts';
import { readPriceModel } from '../../../src/dialect/price-model-reader.ts';
import type { Exchange } from './exchange.ts';
import { isObject, placesIn, valueAt } from './json-paths.ts';
import type { FoundSession, ProbeContext, ProbedItem } from './probe-context.ts';
import type { Differences, Verdict } from './findings.ts';
import { moveMembers, parseText, readExchange } from './read-exchange.ts';

/** Calls what reads, and compares each answer with what the default readers understand. */
export async function probeAnswers(
  context: ProbeContext,
  session: FoundSession,
  opening: Exchange,
  items: readonly ProbedItem[],
): Promise<void> {
  probePriceModel(context, opening);
  await probeReference(context, session);
  await probeList(context, session);
  await probeIncidents(context, session);
  await probeItems(context, session, items);
}

function probePriceModel({ differences, note }: ProbeContext, opening: Exchange): void {
  const model = valueAt(readExchange(opening, differences).result, 'pricemodel');
  const offers = readPriceModel(model);
  note({
    claim:
      'session/init answers addPriceModel with pricemodel: currency, ppv, ownage, subscriptions',
    part: 'readPriceModel',
    verdict: offers.length ? 'held' : 'unknown',
    evidence: offers.length
      ? offers.map(({ operation, amount }) => `${operation} ${amount}`).join(', ')
      : `${model === undefined ? 'there is no pricemodel' : 'no offer is readable in it'}`,
  });
}

async function probeReference(context: ProbeContext, session: FoundSession): Promise<void> {
  const { wire, differences, note } = context;
  const exchange = await wire.send({
    name: 'session/keepalive',
    body: { cfo: 'usher-probe' },
    headers: session.headersFor('keepalive'),
  });
  const { metadata, status, hint } = readExchange(exchange, differences);
  const isTaken = status < 300;
  if (!isTaken) differences.sendsReference = false;
  const isRepeated = Object.values(metadata).includes('usher-probe');
  note({
    claim: 'a call may carry a reference (cfo)',
    part: 'sendsReference',
    verdict: isTaken ? 'held' : 'refuted',
    evidence: isTaken
      ? `${status}${isRepeated ? ', and the answer repeats it' : ''}`
      : `${status} ${hint ?? ''}`,
  });
}

async function probeList(
  { wire, differences, note }: ProbeContext,
  session: FoundSession,
): Promise<void> {
  const exchange = await wire.send({
    name: 'allmedia/latest',
    method: 'GET',
    query: { limit: '2' },
    headers: session.headersFor('latest'),
  });
  findPagingName(differences, exchange.text);
  const { status, result } = readExchange(exchange, differences);
  const items = Array.isArray(result) ? result : [];
  const isReadable = items.every((item) => valueAt(item, 'general.GID') !== undefined);
  note({
    claim: 'a list of media is a list of items, with general.ID, GID and title',
    part: 'interface',
    verdict: status < 300 ? verdictOf(Array.isArray(result) && isReadable) : 'unknown',
    evidence: `allmedia/latest: ${status}, ${Array.isArray(result) ? `${items.length} items` : 'no list'}`,
  });
}

/** An envelope of other names may have another one for the paging too. */
function findPagingName(differences: Differences, text: string): void {
  const parsed = parseText(text, differences.prefix);
  if (!differences.envelope || !isObject(parsed)) return;
  const paging = Object.entries(parsed).find(
    ([, value]) => isObject(value) && 'start' in value && 'limit' in value,
  );
  if (paging) differences.envelope = { ...differences.envelope, paging: paging[0] };
}

async function probeIncidents(context: ProbeContext, session: FoundSession): Promise<void> {
  const { wire, differences, note } = context;
  const exchange = await wire.send({
    name: 'system/currentincidents',
    method: 'GET',
    headers: session.headersFor('currentincidents'),
  });
  const { status, result } = readExchange(exchange, differences);
  const incidents = readIncidents(result);
  const [list] = placesIn(result).filter(({ value }) => Array.isArray(value));
  note({
    claim: 'system/currentincidents answers with a list',
    part: 'readIncidents',
    verdict: status < 300 ? verdictOf(incidents !== undefined) : 'unknown',
    evidence: `${status}, ${incidents ? `${incidents.length} incidents` : `the list is at ${list?.path ?? 'no place'}`}`,
  });
}

async function probeItems(
  context: ProbeContext,
  session: FoundSession,
  items: readonly ProbedItem[],
): Promise<void> {
  const { differences, note, wire } = context;
  const claim = 'payment/itemstate answers with general.canPlay, reason and offers';
  const states: { readonly item: ProbedItem; readonly result: unknown; readonly status: number }[] =
    [];
  for (const item of items) {
    const exchange = await wire.send({
      name: 'payment/itemstate',
      query: { item: item.id, streamtype: item.streamtype },
      headers: session.headersFor('itemstate'),
    });
    const { status, result } = readExchange(exchange, differences);
    states.push({ item, result, status });
  }
  const answered = states.filter(({ status }) => status < 300);
  if (!answered.length) {
    const evidence = items.length
      ? states.map(({ item, status }) => `${item.id}: ${status}`).join(', ')
      : 'no item was named: use --item';
    note({ claim, part: 'readItemState', verdict: 'unknown', evidence });
    return;
  }
  const isReadable = answered.every(({ result }) => readItemState(result) !== undefined);
  if (!isReadable) findItemMembers(context, answered);
  const after = answered.map(({ item, result }) => {
    const state = readItemState(moveMembers(result, differences.moves));
    return `${item.streamtype} ${item.id}: ${state ? `${state.granted ? 'granted' : 'denied'} (${state.reason ?? 'no reason'}, ${state.offers.length} offers)` : 'unreadable'}`;
  });
  const moved = [...differences.moves].filter(([, to]) => itemTargets.includes(to));
  note({
    claim,
    part: 'readItemState',
    verdict: verdictOf(isReadable),
    evidence: `${moved.map(([from, to]) => `${to} is at ${from}; `).join('')}${after.join('; ')}`,
  });
  noteExpected(context, answered);
}

/** Whether the reading agrees with what is known of the items. */
function noteExpected(
  { differences, note }: ProbeContext,
  answered: readonly { readonly item: ProbedItem; readonly result: unknown }[],
): void {
  const known = answered.filter(({ item }) => item.expected);
  if (!known.length) return;
  const wrong = known.filter(({ item, result }) => {
    const state = readItemState(moveMembers(result, differences.moves));
    return state?.granted !== (item.expected === 'free');
  });
  note({
    claim: 'the item state says of each item what is known of it',
    part: 'readItemState',
    verdict: verdictOf(!wrong.length),
    evidence: wrong.length
      ? wrong.map(({ item }) => `${item.id} is not read as ${item.expected}`).join(', ')
      : `${known.length} items`,
  });
}

const itemTargets = ['general.canPlay', 'general.reason', 'general.offers', 'general.validUntil'];

/** The members by name and value, where they have other names. */
function findItemMembers(
  { differences }: ProbeContext,
  answered: readonly { readonly item: ProbedItem; readonly result: unknown }[],
): void {
  const places = placesIn(answered[0]?.result);
  const move = (from: string | undefined, to: string): void => {
    if (from !== undefined && from !== to) differences.moves.set(from, to);
  };
  const grants = places.filter(
    ({ name, value }) =>
      /play|allow|access|grant|watch/i.test(name) && booleanOf(value) !== undefined,
  );
  // A member that says the same of a free and a paid item is another one.
  const agreeing = grants.filter(({ path }) =>
    answered.every(
      ({ item, result }) =>
        !item.expected || booleanOf(valueAt(result, path)) === (item.expected === 'free'),
    ),
  );
  move(agreeing[0]?.path, 'general.canPlay');
  move(
    places.find(({ name, value }) => /reason|why|because/i.test(name) && typeof value === 'string')
      ?.path,
    'general.reason',
  );
  const offers = answered
    .flatMap(({ result }) => placesIn(result))
    .find(({ value }) => Array.isArray(value) && value.some(isOffer));
  move(offers?.path, 'general.offers');
}

const isOffer = (value: unknown): boolean =>
  isObject(value) && 'operation' in value && 'amount' in value && 'currency' in value;

const verdictOf = (isHeld: boolean): Verdict => (isHeld ? 'held' : 'refuted');
