import { AbortedError } from '../errors/aborted-error.ts';
import { ChunkError } from '../errors/chunk-error.ts';
import type { After } from './after.ts';
import { nothing } from './nothing.ts';

/**
 * Loads a chunk for one caller, up to a timeout and the caller's signals. A failed load is repeated
 * once after a second, so that a call survives a moment without a network. A chunk that failed
 * twice is requested again by the next caller.
 * @throws {ChunkError} `network`, `timeout`; {AbortedError} `aborted`, also when the runtime is
 *   disposed of.
 */
export type LoadChunk = <Module>(
  chunk: string,
  load: () => Promise<Module>,
  signals?: Signals,
  timeoutMs?: number,
) => Promise<Module>;

export type Signals = readonly (AbortSignal | undefined)[];

/** The time for a chunk to load, in ms: as long as an attempt of a call. */
const defaultMs = 10_000;

/** The wait before a failed load is repeated, once for each caller. */
const againMs = 1000;

/** The chunks that this copy of the code has requested, and whether each is loaded. */
export const chunks: Map<string, boolean> = new Map();

/** `disposal` is aborted when the runtime is disposed of. */
export function createLoadChunk(after: After, disposal: AbortSignal): LoadChunk {
  return (chunk, load, signals = [], timeoutMs = defaultMs) =>
    new Promise((resolve, reject) => {
      const all = [disposal, ...signals];
      let isOver = false;
      let cancelAgain = nothing;
      const end = (): void => {
        isOver = true;
        cancel();
        cancelAgain();
        for (const signal of all) signal?.removeEventListener('abort', abort);
      };
      const fail = (code: 'network' | 'timeout', cause?: unknown): void => {
        chunks.set(chunk, false);
        end();
        reject(new ChunkError(chunk, code, cause));
      };
      const abort = (): void => {
        end();
        reject(new AbortedError(all));
      };
      const attempt = (onFailure: (cause: unknown) => void): void =>
        void load().then((module) => {
          chunks.set(chunk, true); // also when it is too late for this caller
          end();
          resolve(module);
        }, onFailure);

      // A loaded chunk needs no timeout.
      const cancel = chunks.get(chunk) ? nothing : after(timeoutMs, () => fail('timeout'));
      for (const signal of all) {
        if (signal?.aborted) return abort();
        signal?.addEventListener('abort', abort);
      }
      attempt(() => {
        if (!isOver) cancelAgain = after(againMs, () => attempt((cause) => fail('network', cause)));
      });
    });
}

/**
 * Creates a part of the runtime once, from the module of `load`. An error of `make` is thrown as it
 * is.
 */
export function oncePart<Module, Part extends object>(
  load: (signals?: Signals) => Promise<Module>,
  make: (module: Module) => Part,
): (signals?: Signals) => Promise<Part> {
  let part: Part | undefined;
  return async (signals) => {
    if (part) return part;
    const module = await load(signals);
    part ??= make(module);
    return part;
  };
}
