import { AbortedError } from '../errors/aborted-error.ts';

/**
 * The same promise, until the runtime is disposed of or the page aborts its call: then it rejects
 * with `aborted`, although the journal, a provider or a function of the page still keeps it
 * waiting.
 */
export const untilEnded = <Value>(ended: AbortSignal, promise: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(new AbortedError([ended]));
    if (ended.aborted) abort();
    ended.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => ended.removeEventListener('abort', abort));
  });

type Functions<Members> = { readonly [Name in keyof Members]: (...given: never[]) => unknown };

/** Wraps functions: each promise that they return rejects with `aborted` when the runtime ends. */
export function allUntilEnded<Members extends Functions<Members>>(
  ended: AbortSignal,
  members: Members,
): Members {
  const wrapped = Object.entries<(...given: never[]) => unknown>(members).map(
    ([name, call]) =>
      [
        name,
        (...given: never[]) => {
          const result = call(...given);
          return result instanceof Promise ? untilEnded(ended, result) : result;
        },
      ] as const,
  );
  return Object.fromEntries(wrapped) as unknown as Members; // the names are those of `members`
}
