import { expect } from 'chai';
import { lazyGate, type StartGate } from '../../src/api/lazy-gate.ts';
import { AbortedError } from '../../src/errors/aborted-error.ts';
import { ChunkError } from '../../src/errors/chunk-error.ts';
import type { GateOptions, UsherError } from '../../src/index.ts';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import { until } from '../fixtures/session/waiting.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const usher = createFakeUsher();
const film = usher.item({ item: 7, streamtype: 'video' });
const video = document.createElement('video');
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Opens a gate whose code answers by `startGate`. */
const openWith = (startGate: StartGate, options?: GateOptions): (() => void) =>
  lazyGate(async () => ({ startGate }), video, film, options).stop;

/** Opens a gate whose code cannot be loaded. */
const openWithout = (error: Error, options?: GateOptions): (() => void) =>
  lazyGate(() => Promise.reject(error), video, film, options).stop;

describe('a gate whose code is loaded late', () => {
  after(() => usher.dispose());

  it('shows "checking" until the code has decided', async () => {
    const startGate: StartGate = (_element, _item, _options, $status) => $status.set('held');
    const gate = lazyGate(async () => ({ startGate }), video, film);
    expect(gate.$status.get()).to.equal('checking');
    await soon();
    expect(gate.$status.get()).to.equal('held');
  });

  it('hands both ways to end it to its code', async () => {
    const abort = new AbortController();
    const ends: boolean[] = [];
    const startGate: StartGate = (_element, _item, _options, _status, signals) => {
      ends.push(...signals.map((signal) => signal!.aborted));
    };
    openWith(startGate, { signal: abort.signal });
    await soon();
    expect(ends).to.deep.equal([false, false]);
  });

  it('does not begin when it has ended in the same task, although its code is loaded', async () => {
    let starts = 0;
    const startGate: StartGate = () => void starts++;
    openWith(startGate)();
    openWith(startGate, { signal: AbortSignal.abort() });
    await soon();
    expect(starts).to.equal(0);
  });

  it('ends with its runtime: the gate of the next one may play the element', async () => {
    const element = document.createElement('video');
    const first = createFakeUsher({ items: { '7/video': 'denied' } });
    const gate = first.gate(element, first.item({ item: 7, streamtype: 'video' }));
    await until(() => gate.$status.get() === 'held');
    first.dispose();
    let pauses = 0;
    element.pause = () => void pauses++;
    Object.defineProperty(element, 'paused', { value: false });
    element.dispatchEvent(new Event('play'));
    expect(pauses).to.equal(0);
  });

  it('reports code that cannot be loaded to onError', async () => {
    const codes: string[] = [];
    const onError = (error: unknown): number => codes.push((error as UsherError).code);
    openWithout(new ChunkError('gate', 'network'), { onError });
    await soon();
    expect(codes).to.deep.equal(['network']);
  });

  it('reports it as an uncaught error of the page without onError', async () => {
    const { errors, stop } = collectUncaught();
    openWithout(new ChunkError('gate', 'timeout'));
    await until(() => errors.length);
    stop();
    expect(errors).to.have.length(1);
    expect(errors[0]).to.include({ code: 'timeout', chunk: 'gate' });
  });

  it('reports nothing once it has ended', async () => {
    const errors: unknown[] = [];
    openWithout(new AbortedError('signal'), { onError: (error) => errors.push(error) });
    await soon();
    expect(errors).to.deep.equal([]);
  });
});
