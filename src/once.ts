import { NetworkError } from './errors/network-error.ts';

/** Loads once; a load that failed is tried again by the next caller. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw new NetworkError(error);
  }));
}
