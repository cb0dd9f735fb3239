import type { Answer } from '../dialect/envelope.ts';
import { MalformedError } from '../errors/malformed-error.ts';
import { NetworkError } from '../errors/network-error.ts';
import { NotFoundError } from '../errors/not-found-error.ts';
import { PlatformError } from '../errors/platform-error.ts';
import { failureOf } from '../transport/failure.ts';
import { createAccessTable } from './fake-access.ts';
import { answerOf, givenAnswer, hasAnswer, type AnswerCall } from './fake-answers.ts';
import { createFakeFaults, type FakeFaults, type FaultyAnswers } from './fake-faults.ts';
import type { FakeUsherOptions } from './fake-options.ts';
import { createPaymentRows } from './fake-payment-rows.ts';
import { createTransactions } from './fake-transactions.ts';
import { createVouchers, type Vouchers } from './fake-vouchers.ts';
import type { FakeRow, PlatformState } from './platform-state.ts';

/** The platform in memory. */
export interface FakePlatform extends PlatformState {
  /** @throws `network` while offline; `unsupported` when there is no answer. */
  readonly answer: AnswerCall;
  readonly faults: FakeFaults;
  /** The text that opens a session. */
  readonly openingText: () => string;
}

export function createFakePlatform(options: FakeUsherOptions, now: () => number): FakePlatform {
  const { user = null, answers = {} } = options;
  const access = createAccessTable(options, now);
  const transactions = createTransactions(access, now);
  const vouchers = createVouchers(access, options);
  let sessions = 0;
  const platform: FakePlatform = {
    isOnline: true,
    user,
    access,
    transactions,
    keysByGlobalId: new Map(),
    faults: createFakeFaults(),
    async answer(id, values): Promise<Answer> {
      if (!platform.isOnline) throw new NetworkError();
      return platform.faults.apply(id, () => carryOut(id, values), faultyAnswers(id, now));
    },
    openingText: () =>
      JSON.stringify({ metadata: { status: 200 }, result: sessionResult(platform, ++sessions) }),
  };
  const carryOut = async (id: string, values: object): Promise<Answer> => {
    const row = rows[id];
    if (hasAnswer(answers, id) || !row) return givenAnswer(answers, id, values);
    return answerOf(row(values as Record<string, unknown>));
  };
  const rows: Readonly<Record<string, FakeRow>> = {
    ...createPaymentRows(platform, vouchers),
    ...createSourceRow(platform, options),
    'session/login': (values) => {
      logIn(platform, options, vouchers, values);
      return sessionResult(platform, sessions);
    },
    'session/keepalive': () => ({ status: 'ok' }),
    'session/reporttoken': () => ({ general: { reporttoken: 'fake-report-token' } }),
    'system/currentincidents': () => [],
  };
  return platform;
}

/** What a call gets by a fault: the errors that the runtime makes of such answers. */
const faultyAnswers = (id: string, now: () => number): FaultyAnswers<Answer> => ({
  lost: () => new NetworkError(),
  refused(status, hint) {
    const answer = { status, hint, result: undefined, metadata: {} };
    throw failureOf(answer, { id, authorized: true }, null, {}, now());
  },
  unreadable() {
    throw new MalformedError(id, 'the answer is not JSON', 200);
  },
});

/** What init and login answer. */
function sessionResult({ user }: PlatformState, count: number): object {
  return {
    general: {
      cid: String(7000 + count),
      clid: '741',
      uid: user?.id ?? 0,
      gateway: 'desktop',
      language: 'en',
      geocode: 'DE',
    },
    ...(user && { userdata: { uid: user.id, username: user.name } }),
    pricemodel: {},
  };
}

function logIn(
  platform: PlatformState,
  { user: userOfOptions, wrongPassword }: FakeUsherOptions,
  vouchers: Vouchers,
  { username, password, token, vouchercode }: Readonly<Record<string, unknown>>,
): void {
  if (password !== undefined && password === wrongPassword) {
    throw new PlatformError('session/login', 401, 'wrong credentials');
  }
  const user = platform.nextUser ??
    userOfOptions ?? { id: '17', name: typeof username === 'string' ? username : '' };
  // Beside other credentials a voucher is redeemed, or the login is refused.
  if (typeof vouchercode === 'string' && (password ?? token) !== undefined) {
    vouchers.redeem('session/login', vouchercode, user.id);
  }
  platform.user = user;
}

/** The row that gives the sources of an item, when the page has given its global ID. */
function createSourceRow(
  platform: PlatformState,
  { sources }: FakeUsherOptions,
): Readonly<Record<string, FakeRow>> {
  if (!sources) return {};
  return {
    'allmedia/byglobalid': ({ globalid }) => {
      const GID = String(globalid);
      const key = platform.keysByGlobalId.get(GID);
      if (key === undefined) throw new NotFoundError('allmedia/byglobalid');
      const isGranted = platform.access.find(key, platform.user?.id)?.access === 'granted';
      const files = (isGranted ? sources[key] : undefined) ?? [];
      const [ID, streamtype] = key.split('/');
      return {
        general: { ID, GID, streamtype },
        streamdata: {
          files: files.map(({ durationSeconds: duration, ...file }) => ({ ...file, duration })),
        },
      };
    },
  };
}
