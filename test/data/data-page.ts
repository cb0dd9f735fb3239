import '../session/steerable-timers.ts';
import type { SinonFakeTimers } from 'sinon';
import type { Usher } from '../../src/index.ts';
import { fakePageClock } from '../session/page-clock.ts';
import { quiet } from '../session/patience.ts';
import { answer, scriptPlatform } from '../session/scripted-platform.ts';
import type { Reply, ScriptedPlatform } from '../session/scripted-platform.ts';

/** A page over a scripted platform, whose time and visibility a test decides. */
export interface DataPage {
  readonly platform: ScriptedPlatform;
  readonly clock: SinonFakeTimers;
  readonly usher: Usher;
  /** Time goes on, and what it started comes to its end. */
  readonly pass: (ms: number) => Promise<void>;
  /** The page is hidden, or shown again. */
  readonly show: (isShown: boolean) => Promise<void>;
  readonly close: () => void;
}

export function openDataPage(options: Parameters<ScriptedPlatform['usher']>[0] = {}): DataPage {
  const platform = scriptPlatform();
  const clock = fakePageClock();
  const pass = async (ms: number): Promise<void> => {
    await quiet();
    await clock.tickAsync(ms);
    await quiet();
  };
  return {
    platform,
    clock,
    usher: platform.usher({ persistence: 'none', ...options }),
    pass,
    async show(isShown) {
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (isShown ? 'visible' : 'hidden'),
      });
      document.dispatchEvent(new Event('visibilitychange'));
      await pass(0);
    },
    close() {
      platform.close();
      Reflect.deleteProperty(document, 'visibilityState'); // the prototype's own stands again
      clock.restore();
    },
  };
}

/** A media item as a platform gives it. */
export const item = (ID: number): object => ({
  general: { ID, GID: 5000000 + ID, title: `Film ${ID}`, streamtype: 'video' },
  imagedata: { thumb: '' },
});

/** A list of one page. */
export const listing = (...ids: number[]): Response =>
  answer(ids.map(item), 200, { paging: { start: 0, limit: 20, resultcount: ids.length } });

/** Answers that wait until a test lets them go. */
export function held(make: () => Response): {
  readonly reply: Reply;
  readonly letGo: () => void;
  readonly waiting: () => number;
} {
  const waiting: (() => void)[] = [];
  return {
    reply: () => new Promise((resolve) => void waiting.push(() => resolve(make()))),
    letGo: () => waiting.shift()?.(),
    waiting: () => waiting.length,
  };
}
