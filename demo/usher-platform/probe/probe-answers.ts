import { readIncidents } from '../../../src/dialect/incident-reader.ts';
import { booleanOf, readItemState } from '../../../src/dialect/item-state-reader.ts';
import { readPriceModel } from '../../../src/dialect/price-model-reader.ts';
import {
  judgeExpected,
  judgeIncidents,
  judgeItemStates,
  judgeList,
  judgePriceModel,
  judgeReference,
  type CheckedItem,
  type ItemAnswer,
} from '../../../src/testing/dialect-check/judge-answers.ts';
import { liveRequests } from '../../../src/testing/dialect-check/live-requests.ts';
import type { Exchange } from '../../../src/testing/dialect-check/wire.ts';
import type { Differences } from './findings.ts';
import { isObject, placesIn, valueAt } from './json-paths.ts';
import type { FoundSession, ProbeContext } from './probe-context.ts';
import { moveMembers, parseText, readExchange } from './read-exchange.ts';

/** Calls what reads, and compares each answer with what the default readers understand. */
export async function probeAnswers(
  context: ProbeContext,
  session: FoundSession,
  opening: Exchange,
  items: readonly CheckedItem[],
): Promise<void> {
  probePriceModel(context, opening);
  await probeReference(context, session);
  await probeList(context, session);
  await probeIncidents(context, session);
  await probeItems(context, session, items);
}

function probePriceModel({ differences, note }: ProbeContext, opening: Exchange): void {
  note({
    claim:
      'session/init answers addPriceModel with pricemodel: currency, ppv, ownage, subscriptions',
    part: 'readPriceModel',
    ...judgePriceModel(readExchange(opening, differences).result, readPriceModel),
  });
}

async function probeReference(context: ProbeContext, session: FoundSession): Promise<void> {
  const { wire, differences, note } = context;
  const headers = session.headersFor('keepalive');
  const exchange = await wire.send({ ...liveRequests.keepaliveWithReference, headers });
  const judgement = judgeReference(readExchange(exchange, differences));
  if (judgement.verdict === 'failed') differences.sendsReference = false;
  note({ claim: 'a call may carry a reference (cfo)', part: 'sendsReference', ...judgement });
}

async function probeList(
  { wire, differences, note }: ProbeContext,
  session: FoundSession,
): Promise<void> {
  const headers = session.headersFor('latest');
  const exchange = await wire.send({ ...liveRequests.list, headers });
  findPagingName(differences, exchange.text);
  note({
    claim: 'a list of media is a list of items, with general.ID, GID and title',
    part: 'lists',
    ...judgeList(readExchange(exchange, differences)),
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
  const headers = session.headersFor('currentincidents');
  const exchange = await wire.send({ ...liveRequests.incidents, headers });
  const answer = readExchange(exchange, differences);
  const [list] = placesIn(answer.result).filter(({ value }) => Array.isArray(value));
  note({
    claim: 'system/currentincidents answers with a list',
    part: 'readIncidents',
    ...judgeIncidents(answer, readIncidents, list?.path),
  });
}

async function probeItems(
  context: ProbeContext,
  session: FoundSession,
  items: readonly CheckedItem[],
): Promise<void> {
  const { differences, note, wire } = context;
  const answers: ItemAnswer[] = [];
  for (const item of items) {
    const headers = session.headersFor('itemstate');
    const request = liveRequests.itemState(item.item, item.streamtype);
    const exchange = await wire.send({ ...request, headers });
    const { status, result } = readExchange(exchange, differences);
    answers.push({ item, result, status });
  }
  const { verdict } = judgeItemStates(answers, readItemState);
  if (verdict === 'failed') findItemMembers(context, answers.filter(isAnswered));

  const moved = answers.map((answer) => ({
    ...answer,
    result: moveMembers(answer.result, differences.moves),
  }));
  const places = [...differences.moves].filter(([, to]) => itemTargets.includes(to));
  const { evidence } = judgeItemStates(moved, readItemState);
  note({
    claim: 'payment/itemstate answers with general.canPlay, reason and offers',
    part: 'readItemState',
    verdict,
    evidence: places.map(([from, to]) => `${to} is at ${from}; `).join('') + evidence,
  });
  const expected = judgeExpected(moved, readItemState);
  const claim = 'the item state says of each item what is known of it';
  if (expected) note({ claim, part: 'readItemState', ...expected });
}

const isAnswered = ({ status }: ItemAnswer): boolean => status < 400;

const itemTargets = ['general.canPlay', 'general.reason', 'general.offers', 'general.validUntil'];

/** The members by name and value, where they have other names. */
function findItemMembers({ differences }: ProbeContext, answered: readonly ItemAnswer[]): void {
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
