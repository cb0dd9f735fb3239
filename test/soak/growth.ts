import type { PageFigures } from './page-gauges.ts';

/** How much more there may be at the end than after the warm-up, and why. */
interface Bound {
  readonly words: string;
  readonly atMost: number;
  /** For each purchase in between. */
  readonly forPurchase: number;
  readonly reason: string;
}

export const bounds: Readonly<Record<keyof PageFigures, Bound>> = {
  heapBytes: {
    words: 'bytes of heap',
    atMost: 1_500_000,
    forPurchase: 20_000,
    reason: 'code is compiled when it first runs, and each tab has the list of purchases',
  },
  listeners: {
    words: 'listeners',
    atMost: 30,
    forPurchase: 10,
    reason: 'a notice or a dialog may be open, and a purchase has buttons',
  },
  nodes: {
    words: 'nodes',
    atMost: 1000,
    forPurchase: 150,
    reason: 'a notice may be shown, and a purchase is a row',
  },
  timers: {
    words: 'timers',
    atMost: 8,
    forPurchase: 0,
    reason: 'a repeat, a lease or a refresh may be waiting',
  },
  records: {
    words: 'records',
    atMost: 10,
    forPurchase: 2,
    reason: 'a lease or a report may be waiting, and the demo keeps the title of a bought film',
  },
  characters: {
    words: 'characters of localStorage',
    atMost: 4000,
    forPurchase: 1000,
    reason: 'the mirror of the session varies, and the demo keeps the title of a bought film',
  },
  storageBytes: {
    words: 'bytes of storage',
    atMost: 1_000_000,
    forPurchase: 20_000,
    reason: 'the browser keeps overwritten records until it compacts its database',
  },
};

/** What has grown more than it may, in words. */
export function findGrowth(
  name: string,
  before: PageFigures,
  after: PageFigures,
  purchases: number,
): string[] {
  return (Object.keys(bounds) as (keyof PageFigures)[]).flatMap((key) => {
    const { words, atMost, forPurchase, reason } = bounds[key];
    const [from, to] = [before[key], after[key]];
    if (from === undefined || to === undefined) return [];
    const limit = atMost + forPurchase * purchases;
    if (to - from <= limit) return [];
    return [`${name} went from ${from} to ${to} ${words}; ${limit} more may be (${reason}).`];
  });
}
