import { atom, type WritableAtom } from 'nanostores';
import type { Signals } from '../browser/load-chunk.ts';
import { reportError } from '../browser/report-error.ts';
import { checkSignal } from '../errors/check-signal.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { GateStatus } from '../item/gate-status.ts';
import type { Gate, GateOptions, PlayableItem } from '../item/gate.ts';
import type { MediaElementLike } from '../item/media-element.ts';
import { readOnly } from '../reactive/read-only-store.ts';

/** Holds the element, until the first signal. */
export type StartGate = (
  element: MediaElementLike,
  item: PlayableItem,
  options: GateOptions,
  $status: WritableAtom<GateStatus>,
  signals: Signals,
) => void;

/** Returns a gate at once. Its code is loaded with the first gate. */
export function lazyGate(
  loadActions: (signals: Signals) => Promise<{ readonly startGate: StartGate }>,
  element: MediaElementLike,
  item: PlayableItem,
  given?: GateOptions | null,
): Gate {
  const options = given ?? {};
  const $status = atom<GateStatus>('checking');
  const end = new AbortController();
  const signals = [end.signal, options.signal];
  const start = async (): Promise<void> => {
    checkSignal('usher.gate', options.signal);
    const { startGate } = await loadActions(signals);
    // The code was loaded already, and the gate has ended in the same task.
    if (signals.some((signal) => signal?.aborted)) return;
    startGate(element, item, options, $status, signals);
  };
  start().catch((error: UsherError) => {
    // A gate that has ended has no errors.
    if (error.code === 'aborted') return;
    const { onError } = options;
    if (typeof onError === 'function') onError(error);
    else if (error.code !== 'unsupported') reportError(error); // that would end a server
  });
  return { $status: readOnly($status), stop: () => end.abort() };
}
