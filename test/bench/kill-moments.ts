import type { Arrival } from '../faults/support/arrivals.ts';
import type { Scene } from './kill-scene.ts';

/**
 * What can be seen of a purchase from outside of the browser, in its order: a kill comes so long
 * after one of them.
 */
export const landmarks = [
  'click',
  'prepare arrives',
  'prepare is answered',
  'the provider is opened',
  'the viewer pays',
  'the return is loaded',
  'finish arrives',
  'finish is answered',
  'the item is asked about',
] as const;
/**
 * Seen from within the page: the return is out of the address, and not in the journal yet. A run
 * that is to end there holds the checkout back.
 */
export const unwritten = 'the return is stored';
export type Landmark = (typeof landmarks)[number];

/**
 * When each landmark of the purchase that begins now was passed, in ms of the machine's clock;
 * `undefined` as long as it was not.
 */
export function watchLandmarks({
  faultProxy,
  providerProxy,
  pages,
}: Scene): (landmark: Landmark) => number | undefined {
  const clickedAt = Date.now();
  const [sent, visited, fetched] = [
    faultProxy.arrivals.all.length,
    providerProxy.arrivals.all.length,
    pages.fetched.length,
  ];
  let returnedAt: number | undefined;
  const first = (id: string): Arrival | undefined =>
    faultProxy.arrivals.all.slice(sent).find((arrival) => arrival.id === id);
  const visit = (method: string): Arrival | undefined =>
    providerProxy.arrivals.all
      .slice(visited)
      .find((arrival) => arrival.method === method && arrival.id.startsWith('/pay'));
  return (landmark) => {
    if (pages.fetched.slice(fetched).some((url) => url.includes('usher-return='))) {
      returnedAt ??= Date.now();
    }
    const finish = first('payment/finishtransaction');
    switch (landmark) {
      case 'click':
        return clickedAt;
      case 'prepare arrives':
        return first('payment/preparetransaction')?.at;
      case 'prepare is answered':
        return first('payment/preparetransaction')?.endedAt;
      case 'the provider is opened':
        return visit('GET')?.at;
      case 'the viewer pays':
        return visit('POST')?.at;
      case 'the return is loaded':
        return returnedAt;
      case 'finish arrives':
        return finish?.at;
      case 'finish is answered':
        return finish?.endedAt;
      case 'the item is asked about':
        return (
          finish?.endedAt &&
          faultProxy.arrivals.all.find(
            ({ id, at }) => id === 'payment/itemstate' && at >= finish.endedAt!,
          )?.at
        );
    }
  };
}

/** The same numbers for the same seed (mulberry32), from 0 to below 1. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
