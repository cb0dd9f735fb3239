import { expect } from 'chai';
import { createLoadChunk, oncePart } from '../../src/browser/load-chunk.ts';
import { isUsherError } from '../../src/index.ts';
import { createFakeClock, type FakeClock } from '../fixtures/transport/fake-clock.ts';

const never = (): Promise<never> => new Promise(() => {});
const failed = async (): Promise<never> => {
  throw new TypeError('Failed to fetch dynamically imported module');
};
let names = 0;

describe('a chunk', () => {
  let clock: FakeClock;
  let ended: AbortController;
  let load: ReturnType<typeof createLoadChunk>;
  let name: string;
  beforeEach(() => {
    clock = createFakeClock();
    ended = new AbortController();
    load = createLoadChunk(clock.after, ended.signal);
    name = `part-${++names}`;
  });
  const outcome = async (promise: Promise<unknown>): Promise<any> =>
    promise.then(
      (value) => ({ value }),
      (error: unknown) => error,
    );

  it('that stalls is aborted after 10 s, with an error that names it and without a timer', async () => {
    const loaded = outcome(load(name, never));
    await clock.advance(9_999);
    expect(clock.waiting()).to.equal(1);
    await clock.advance(1);
    const error = await loaded;
    expect(error).to.include({ code: 'timeout', chunk: name, retryable: true });
    expect(isUsherError(error, 'timeout')).to.equal(true);
    expect(error.message).to.include(name).and.include("page's script").and.not.include('platform');
    expect(clock.waiting()).to.equal(0);
  });

  it('that fails is an error that names the server of the script, not the platform', async () => {
    const failing = outcome(load(name, failed));
    await clock.advance(1000);
    const error = await failing;
    expect(error).to.include({ code: 'network', chunk: name, retryable: true });
    expect(clock.waiting()).to.equal(0);
    expect(isUsherError(error, 'network')).to.equal(true);
    expect(error.message).to.not.include('platform');
    expect(error.cause).to.be.instanceOf(TypeError);
  });

  it('is aborted for each caller alone when its signal fires, or when the runtime is disposed of', async () => {
    const abort = new AbortController();
    const [mine, theirs] = [
      outcome(load(name, never, [abort.signal, undefined])),
      outcome(load(name, never)),
    ];
    abort.abort();
    expect((await mine).code).to.equal('aborted');
    expect((await outcome(load(name, never, [abort.signal]))).code).to.equal('aborted');
    ended.abort();
    expect((await theirs).code).to.equal('aborted');
    expect((await outcome(load(name, never))).code).to.equal('aborted');
    expect(clock.waiting()).to.equal(0);
  });

  it('that is lost for a moment is requested once more after a second, for the same caller', async () => {
    let loads = 0;
    const loaded = outcome(load(name, async () => (++loads === 1 ? failed() : 'it')));
    await clock.advance(999);
    expect(loads).to.equal(1);
    await clock.advance(1);
    expect(await loaded).to.deep.equal({ value: 'it' });
    expect([loads, clock.waiting()]).to.deep.equal([2, 0]);
  });

  it('is not requested once more when its caller has ended by then', async () => {
    const abort = new AbortController();
    let loads = 0;
    const lost = (): Promise<never> => {
      loads++;
      return failed();
    };
    const aborted = outcome(load(name, lost, [abort.signal]));
    const late = outcome(load(name, lost, [], 500));
    await clock.advance(1);
    abort.abort();
    await clock.advance(5000);
    expect([(await aborted).code, (await late).code]).to.deep.equal(['aborted', 'timeout']);
    expect([loads, clock.waiting()]).to.deep.equal([2, 0]);
  });

  it('is requested again by the next caller, and its part is created once', async () => {
    let loads = 0;
    let made = 0;
    const part = oncePart(
      () => load(name, async () => (++loads <= 2 ? failed() : { it: 'works' })),
      (module) => ({ ...module, made: ++made }),
    );
    const first = outcome(part());
    await clock.advance(1000);
    expect((await first).code).to.equal('network');
    const [one, other] = await Promise.all([part(), part()]);
    expect(one).to.equal(other);
    expect(one).to.include({ it: 'works', made: 1 });
    expect(loads).to.equal(4);
  });

  it('does not hide an error thrown by its own code', async () => {
    const part = oncePart(
      () => load(name, async () => ({})),
      (): object => {
        throw new RangeError('its own');
      },
    );
    expect(await outcome(part())).to.be.instanceOf(RangeError);
  });
});
