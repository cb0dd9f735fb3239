import { between, type Chance } from '../chance.ts';
import type { LoadChunk } from '../code.ts';
import type { Owner, VirtualTime } from '../time.ts';

/** How the server of the code behaves. */
export interface ChunkServer {
  /** The loader of a page. */
  readonly loaderFor: (owner: Owner) => LoadChunk;
  /** The next files arrive late. */
  readonly delay: (count: number) => void;
  /** The next requests of files fail. */
  readonly lose: (count: number) => void;
  readonly heal: () => void;
  /** How many requests of files have failed. */
  readonly lostInAll: () => number;
}

const usualMs = 30;
const lateMs = 700;

export function createChunkServer(time: VirtualTime, chance: Chance): ChunkServer {
  let late = 0;
  let lost = 0;
  let lostInAll = 0;
  return {
    loaderFor(owner) {
      const loaded = new Set<string>();
      return (path, load) => {
        if (loaded.has(path)) return load();
        const isLost = lost > 0;
        if (isLost) {
          lost--;
          lostInAll++;
        }
        const delayMs = late > 0 ? between(chance, 100, lateMs) : between(chance, 1, usualMs);
        if (late > 0) late--;
        return new Promise((resolve, reject) => {
          const arrive = (): void => {
            if (isLost) return reject(new TypeError('Failed to fetch dynamically imported module'));
            loaded.add(path);
            resolve(load());
          };
          time.schedule(delayMs, arrive, owner);
        });
      };
    },
    delay(count) {
      late += count;
    },
    lose(count) {
      lost += count;
    },
    heal() {
      late = 0;
      lost = 0;
    },
    lostInAll: () => lostInAll,
  };
}
