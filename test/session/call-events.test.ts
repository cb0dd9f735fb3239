import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import type { CallEvent, UsherOptions } from '../../src/index.ts';
import {
  refusal,
  scriptPlatform,
  unreachable,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';

describe('the event call', () => {
  let platform: ScriptedPlatform;
  let events: CallEvent[];
  before(warmUp);
  beforeEach(() => {
    events = [];
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());
  const listen = (options: Partial<UsherOptions> = {}) => {
    const usher = platform.usher(options);
    usher.on('call', (event) => events.push(event));
    return usher;
  };

  it('reports the opening, with its reference', async () => {
    const before = Date.now();
    await listen().start();
    await until(() => events.length);
    const { reference, startedAt, durationMs, ...rest } = events[0]!;
    expect(rest).to.deep.equal({ id: 'session/init', attempt: 1, status: 200, code: undefined });
    expect(reference).to.match(/^[0-9a-z]{10}$/);
    expect(reference).to.equal(platform.to('session/init')[0]!.reference);
    expect(startedAt).to.be.within(before, Date.now());
    expect(durationMs).to.be.within(0, 5000);
  });

  it('reports a failed opening, with the reference in its error', async () => {
    platform.script('session/init', () => refusal(500, 'down'));
    const error = await rejection(listen({ mode: 'session' }).start());
    await until(() => events.length);
    const { reference } = platform.to('session/init')[0]!;
    expect(events[0]).to.include({ id: 'session/init', status: 500, code: 'platform', reference });
    expect(error).to.include({ code: 'platform', reference });
  });

  it('reports an opening without an answer', async () => {
    platform.script('session/init', unreachable);
    await rejection(listen({ mode: 'session' }).start());
    await until(() => events.length);
    expect(events[0]).to.include({ id: 'session/init', status: 0, code: 'network' });
  });

  it('reports each call, without data of the viewer', async () => {
    const usher = listen();
    await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
    await until(() => events.some(({ id }) => id === 'session/login'));
    const login = events.find(({ id }) => id === 'session/login')!;
    expect(Object.keys(login).sort()).to.deep.equal([
      'attempt',
      'code',
      'durationMs',
      'id',
      'reference',
      'startedAt',
      'status',
    ]);
    expect(JSON.stringify(events)).to.not.match(/ada|lovelace|hash/);
  });

  it('has the reference of a report', async () => {
    const usher = listen();
    await usher.login({ provider: 'manual', username: 'ada', password: 'lovelace' });
    const { calls } = await usher.supportReport();
    const { reference } = platform.to('session/login')[0]!;
    expect(calls.find(({ id }) => id === 'session/login')).to.include({ reference });
  });

  it('has no reference when the dialect switches it off', async () => {
    await listen({ dialect: { sendsReference: false } }).start();
    await until(() => events.length);
    expect(events[0]!.reference).to.equal(undefined);
    expect(platform.to('session/init')[0]!.reference).to.equal(undefined);
    expect(platform.to('session/init')[0]!.body).to.not.include('cfo');
  });
});
