import { member } from '../../dialect/readers.ts';
import type { Answer, Dialect } from '../../index.ts';
import { failed, held, judge, type Judgement } from './finding.ts';
import { sentReference } from './live-requests.ts';

/** An item whose state a check asks for, and what is known of it. */
export interface CheckedItem {
  /** The media ID. */
  readonly item: string;
  readonly streamtype: string;
  /** `free`: anybody may watch it. `paid`: a viewer who bought nothing may not. */
  readonly expected?: 'free' | 'paid' | undefined;
}

/** An item with the platform's answer to `payment/itemstate`. */
export interface ItemAnswer {
  readonly item: CheckedItem;
  readonly status: number;
  readonly result: unknown;
}

const isError = ({ status }: { readonly status: number }): boolean => status >= 400;

/** The status of an answer, and the reason that it gives. */
export const statusAndHint = ({ status, hint }: Answer): string =>
  hint === undefined ? `${status}` : `${status} ${JSON.stringify(hint)}`;

/** Judges the price model in the result of `session/init`. */
export function judgePriceModel(
  result: unknown,
  readPriceModel: Dialect['readPriceModel'],
): Judgement {
  const model = member(result, '', 'pricemodel');
  if (model === undefined) return { verdict: 'unknown', evidence: 'there is no pricemodel' };
  const offers = readPriceModel(model);
  if (offers.length === 0) {
    return { verdict: 'unknown', evidence: 'no offer is readable in it' };
  }
  return held(offers.map(({ operation, amount }) => `${operation} ${amount}`).join(', '));
}

/** Judges the answer to a keepalive with a reference. */
export function judgeReference(answer: Answer): Judgement {
  if (isError(answer)) return failed(statusAndHint(answer));
  const isRepeated = Object.values(answer.metadata).includes(sentReference);
  return held(`${answer.status}${isRepeated ? ', and the answer repeats it' : ''}`);
}

/** Judges a list of media. */
export function judgeList(answer: Answer): Judgement {
  const { result } = answer;
  const count = Array.isArray(result) ? `${result.length} items` : 'no list';
  const evidence = `allmedia/latest: ${statusAndHint(answer)}, ${count}`;
  if (isError(answer)) return { verdict: 'unknown', evidence };
  const isRead = Array.isArray(result) && result.every((item) => hasGlobalId(item));
  return judge(isRead, evidence);
}

/** Judges the files of an item. A viewer who may not watch it gets none. */
export function judgeSources(
  answer: Answer,
  readMediaSources: Dialect['readMediaSources'],
): Judgement {
  const { result } = answer;
  const item: unknown = Array.isArray(result) ? result[0] : result;
  const sources = isError(answer) ? [] : readMediaSources(item);
  const evidence = `allmedia/byglobalid: ${statusAndHint(answer)}, ${sources.length} files`;
  return { verdict: sources.length > 0 ? 'held' : 'unknown', evidence };
}

const hasGlobalId = (item: unknown): boolean => member(item, 'general', 'GID') !== undefined;

/** Judges the list of incidents. `place`: where else the result has a list. */
export function judgeIncidents(
  answer: Answer,
  readIncidents: Dialect['readIncidents'],
  place = 'no place',
): Judgement {
  const status = statusAndHint(answer);
  if (isError(answer)) return { verdict: 'unknown', evidence: status };
  const incidents = readIncidents(answer.result);
  if (!incidents) return failed(`${status}, the list is at ${place}`);
  return held(`${status}, ${incidents.length} incidents`);
}

/** Judges whether the states of items are readable. Those that are errors do not count. */
export function judgeItemStates(
  items: readonly ItemAnswer[],
  readItemState: Dialect['readItemState'],
): Judgement {
  const answered = items.filter((item) => !isError(item));
  if (answered.length === 0) {
    const statuses = items.map(({ item, status }) => `${item.item}: ${status}`).join(', ');
    return { verdict: 'unknown', evidence: statuses || 'no item was named' };
  }
  const states = answered.map(({ item, result }) => ({ item, state: readItemState(result) }));
  const lines = states.map(
    ({ item, state }) =>
      `${item.streamtype} ${item.item}: ${state ? describeState(state) : 'unreadable'}`,
  );
  return judge(
    states.every(({ state }) => state),
    lines.join('; '),
  );
}

type ItemState = NonNullable<ReturnType<Dialect['readItemState']>>;

const describeState = ({ granted, reason = 'no reason', offers }: ItemState): string =>
  `${granted ? 'granted' : 'denied'} (${reason}, ${offers.length} offers)`;

/** Judges whether the states agree with what is known of the items. `undefined`: nothing is. */
export function judgeExpected(
  items: readonly ItemAnswer[],
  readItemState: Dialect['readItemState'],
): Judgement | undefined {
  const known = items.filter(({ item, status }) => item.expected && status < 400);
  if (known.length === 0) return undefined;
  const wrong = known.filter(
    ({ item, result }) => readItemState(result)?.granted !== (item.expected === 'free'),
  );
  if (wrong.length === 0) return held(`${known.length} items`);
  return failed(wrong.map(({ item }) => `${item.item} is not read as ${item.expected}`).join(', '));
}

/** Judges the answer to a call with a session that does not exist. */
export function judgeLostSession(
  answer: Answer,
  isSessionLost: Dialect['isSessionLost'],
): Judgement {
  const evidence = statusAndHint(answer);
  if (!isError(answer)) return { verdict: 'unknown', evidence: `${evidence}: no error` };
  return judge(isSessionLost(answer, { id: 'allmedia/latest', authorized: true }), evidence);
}

/** Judges the answer to a check of an item that does not exist. */
export function judgeAbsentItem(answer: Answer, isNotFound: Dialect['isNotFound']): Judgement {
  const evidence = statusAndHint(answer);
  if (!isError(answer)) return { verdict: 'unknown', evidence: `${evidence}: no error` };
  if (isNotFound(answer)) return held(evidence);
  // A refusal of the whole call says nothing about items.
  const isOfItem = ![401, 403, 429].includes(answer.status) && answer.status < 500;
  return { verdict: isOfItem ? 'failed' : 'unknown', evidence };
}

/** Judges the answer to `session/logout`. */
export const judgeLogout = (answer: Answer): Judgement =>
  judge(answer.status === 200 || answer.status === 401, statusAndHint(answer));
