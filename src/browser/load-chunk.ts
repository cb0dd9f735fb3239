import { AbortedError } from '../errors/aborted-error.ts';
import { ChunkError } from '../errors/chunk-error.ts';
import type { After } from './after.ts';
import { nothing } from './nothing.ts';

/**
 * Loads a chunk for one caller, up to a timeout and the caller's signals. A chunk that failed is
 * requested again by the next caller.
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

/** The same as for an attempt of a call. */
const defaultMs = 10_000;

/** The chunks that this copy of the code has requested, and whether each is loaded. */
export const chunks: Map<string, boolean> = new Map();

/** `ended` is aborted when the runtime is disposed of. */
export function createLoadChunk(after: After, ended: AbortSignal): LoadChunk {
  return (chunk, load, signals = [], timeoutMs = defaultMs) =>
    new Promise((resolve, reject) => {
      const fail = (code: 'network' | 'timeout', cause?: unknown): void => {
        chunks.set(chunk, false);
        reject(new ChunkError(chunk, code, cause));
      };
      // A loaded chunk needs no timeout.
      const cancel = chunks.get(chunk) ? nothing : after(timeoutMs, () => fail('timeout'));
      const abort = (): void => {
        cancel();
        reject(new AbortedError());
      };
      const all = [ended, ...signals];
      for (const signal of all) {
        if (signal?.aborted) abort();
        signal?.addEventListener('abort', abort);
      }
      load()
        .then(
          (module) => {
            chunks.set(chunk, true); // also when it is too late for this caller
            resolve(module);
          },
          (cause) => fail('network', cause),
        )
        .finally(() => {
          cancel();
          for (const signal of all) signal?.removeEventListener('abort', abort);
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
