import fc from 'fast-check';
import { readByFieldNames } from '../../src/checkout/return/outcome-event.ts';
import { outcomeIn, parametersOf } from '../../src/checkout/return/return-text.ts';
import { readReturnRecord } from '../../src/checkout/return/write-return.ts';
import { readMediaItem } from '../../src/data/allmedia/media-item.ts';
import { readIncidents } from '../../src/dialect/incident-reader.ts';
import { readItemState } from '../../src/dialect/item-state-reader.ts';
import { parseJson } from '../../src/dialect/json.ts';
import { parseOrdered } from '../../src/dialect/ordered-json.ts';
import { readPriceModel } from '../../src/dialect/price-model-reader.ts';
import { readAnswer } from '../../src/dialect/read-answer.ts';
import { readSession } from '../../src/dialect/readers.ts';
import { readTransaction } from '../../src/dialect/transaction-reader.ts';
import { isUsherError } from '../../src/errors/is-usher-error.ts';
import { nextLoginStep } from '../../src/session/account/announced-login.ts';
import { compareRecords } from '../../src/session/storage/compare-records.ts';
import { isSessionId, parseRecord } from '../../src/session/storage/saved-session.ts';
import { createPureTarget, type Target } from './fuzz.ts';
import { expectCleanPrototype, hostileJson, hostileObject, hostileText } from './hostile.ts';

/** The names that the readers look for, in any of the parts of an answer. */
const memberNames = [
  'metadata',
  'status',
  'result',
  'paging',
  'start',
  'limit',
  'resultcount',
  'errorhint',
  'notice',
  'general',
  'device',
  'system',
  'userdata',
  'cid',
  'uid',
  'clid',
  'domaintoken',
  'username',
  'userhash',
  'language',
  'geocode',
  'ID',
  'GID',
  'title',
  'streamtype',
  'imagedata',
  'transactionID',
  'state',
  'validUntil',
  'alreadyFinished',
  'canPlay',
  'canBuy',
  'reason',
  'offers',
  'pricemodel',
  'amount',
  'currency',
  'affects',
  'severity',
  'started',
];

/** An answer with known members at any depth, each with any value. */
const anyAnswer: fc.Arbitrary<unknown> = fc.oneof(
  hostileJson,
  hostileObject(memberNames),
  fc.record({
    metadata: hostileObject(memberNames),
    result: fc.oneof(
      hostileObject(memberNames),
      fc.record({
        general: hostileObject(memberNames),
        device: hostileObject(memberNames),
        userdata: hostileObject(memberNames),
      }),
      fc.array(hostileObject(memberNames), { maxLength: 4 }),
    ),
  }),
);

/** Runs a reader. Only a typed error may leave it. */
function onlyTypedErrors(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!isUsherError(error)) throw error;
  }
}

const answers = createPureTarget(
  'answers',
  'answers of a platform: only typed errors',
  fc.tuple(anyAnswer, fc.integer({ min: 100, max: 599 })),
  ([value, status]) => {
    onlyTypedErrors(() => {
      const { result } = readAnswer('session/init', status, JSON.stringify(value), {});
      const session = readSession(result);
      if (session && typeof session.id !== 'string') throw new Error('the session ID is no text');
      readItemState(result);
      readPriceModel(result);
      readTransaction(result);
      readIncidents(result);
      readMediaItem('allmedia/single', result);
    });
    expectCleanPrototype();
  },
);

/** A cut or changed JSON text, and any other text. */
const anyJsonText: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  hostileJson.map((value) => JSON.stringify(value)),
  fc.tuple(hostileJson, fc.nat(200), hostileText).map(([value, at, inserted]) => {
    const text = JSON.stringify(value);
    return text.slice(0, at % (text.length + 1)) + inserted;
  }),
);

const isReadable = (parse: () => unknown): boolean => {
  try {
    parse();
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
};

const json = createPureTarget(
  'json',
  'JSON texts: the readers accept what JSON.parse accepts',
  anyJsonText,
  (text) => {
    const isValid = isReadable(() => JSON.parse(text));
    if (isReadable(() => parseJson(text)) !== isValid) throw new Error('parseJson differs');
    if (isReadable(() => parseOrdered(text)) !== isValid) throw new Error('parseOrdered differs');
    expectCleanPrototype();
  },
);

const returns = createPureTarget(
  'returns',
  'return addresses and stored returns: nothing is thrown',
  fc.tuple(hostileText, hostileText, hostileJson),
  ([state, rest, stored]) => {
    for (const text of [`${state}&${rest}`, `${state}#${rest}`, `${state} ${rest}`, rest]) {
      const outcome = outcomeIn(text) ?? readByFieldNames(new URLSearchParams(parametersOf(text)));
      void outcome?.outcome;
    }
    for (const { text, receivedAt } of readReturnRecord(stored)) {
      if (typeof text !== 'string' || typeof receivedAt !== 'number') {
        throw new Error('a stored return has another shape');
      }
    }
    expectCleanPrototype();
  },
);

const recordNames = [
  'deviceHash',
  'epoch',
  'epochStartedAt',
  'revision',
  'erasedEpoch',
  'erasures',
  'isWithdrawn',
  'isMoved',
  'session',
  'login',
  'ended',
  'losses',
  'failedOpenings',
  'epochId',
];
const sessionNames = [
  'id',
  'keptAliveAt',
  'deviceHash',
  'fingerprint',
  'user',
  'geo',
  'data',
  'domain',
  'secret',
  'endedAt',
];
/** A sound record in which some members were replaced. */
const anyRecord: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.oneof(hostileJson, hostileObject(recordNames)),
    fc.boolean(),
    hostileObject(sessionNames),
    fc.array(hostileObject(sessionNames), { maxLength: 3 }),
  )
  .map(([given, isSound, session, ended]) =>
    isSound && typeof given === 'object' && given !== null
      ? { session, ended, ...given, deviceHash: '4:1500496747:178989' }
      : given,
  );

const records = createPureTarget(
  'records',
  'stored sessions: nothing is thrown, and what is kept can be read again',
  anyRecord,
  (given) => {
    const saved = parseRecord(given);
    if (!saved) return;
    const { epoch, revision, session, login } = saved;
    if (!Number.isFinite(epoch) || !Number.isFinite(revision)) throw new Error('no number');
    if (session && !isSessionId(session.id)) throw new Error('no session ID');
    // What the next page does with it first.
    compareRecords(saved, undefined);
    nextLoginStep(login, 1_795_600_000_000);
    const again = parseRecord(JSON.parse(JSON.stringify(saved)));
    if (JSON.stringify(again) !== JSON.stringify(saved)) throw new Error('it reads differently');
    expectCleanPrototype();
  },
);

/** What the runtime reads from outside without a page. */
export const readerTargets: readonly Target[] = [answers, json, returns, records];
