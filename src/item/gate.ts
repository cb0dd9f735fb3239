import type { ReadableAtom, WritableAtom } from 'nanostores';
import type { Signals } from '../browser/load-chunk.ts';
import { callSafely, reportError } from '../browser/report-error.ts';
import type { MediaSource } from '../dialect/media-source-reader.ts';
import { UsherError } from '../errors/usher-error.ts';
import { show } from '../reactive/events.ts';
import type { Viewer } from '../session/state/viewer.ts';
import { checkGateValues } from './check-gate-values.ts';
import { claimGrant } from './claim-grant.ts';
import { giveFile, givenTo, hasPageFile, removeFile } from './gate-file.ts';
import { gateStatus, mayPlay, type GateStatus } from './gate-status.ts';
import type { Item } from './item.ts';
import type { GateEvent, MediaElementLike } from './media-element.ts';

/** How a gate lets a media element play. */
export interface GateOptions {
  /**
   * The free preview, in seconds from the start. Default 0. It is cosmetic: the address
   * of a file plays all of it. Give the element a free file for the preview.
   */
  readonly previewSeconds?: number | undefined;
  /**
   * Loads the sources of the item into the player, once for each grant. Default: sets `src` to the
   * first one, when the page has given the element no file, and takes it away when the grant ends.
   * Players such as hls.js need it.
   */
  readonly load?: ((sources: readonly MediaSource[]) => void | Promise<void>) | undefined;
  /**
   * Called when the sources cannot be loaded: the platform does not give them, or `load` fails.
   * Without `load` also when the item has none (`not-found`). The next play tries again. Also
   * called when there can be no gate: `input` for a wrong value, `network` or `timeout` when its
   * code cannot be loaded. Default: the error is shown as an uncaught error of the page.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Ends the gate, as `stop()`. */
  readonly signal?: AbortSignal | undefined;
}

/** A media element that plays only what the viewer may watch. */
export interface Gate {
  /** `checking` also while the code of the gate is loaded. */
  readonly $status: ReadableAtom<GateStatus>;
  /** Removes the gate. The element stays as it is. The next gate replaces the file of this one. */
  readonly stop: () => void;
}

/** What the runtime gives to a gate. */
export interface GateParts {
  readonly $status: WritableAtom<GateStatus>;
  /** Each of them ends the gate. */
  readonly signals: Signals;
  /** Runs while the element plays: in a hidden page the browser may run no timers. */
  readonly checkKeepalive: () => void;
  /** The viewer. `undefined` while it is not known. */
  readonly viewer: () => Viewer | undefined;
}

/** An item with the way to its sources. */
export interface PlayableItem extends Pick<Item, '$state' | 'check' | 'claim'> {
  readonly sources: () => Promise<readonly MediaSource[]>;
}

/** The file of a grant. One that failed is loaded again after a play, or a change of the item. */
interface GateFile {
  state: 'loading' | 'ready' | 'failed';
}

interface GateInternals {
  readonly previewSeconds: number;
  readonly element: MediaElementLike;
  readonly item: PlayableItem;
  readonly load: GateOptions['load'];
  readonly onError: (error: unknown) => void;
  readonly $status: WritableAtom<GateStatus>;
  readonly viewer: GateParts['viewer'];
  /** The viewer has pressed play while the element was held. */
  wantsToPlay: boolean;
  /** The viewer who has pressed play last. */
  starter: Viewer | undefined;
  /** The file of the present grant. Another grant has another object. None when it is stopped. */
  file: GateFile | undefined;
}

/**
 * Holds a media element until the item is granted.
 * @throws {InputError} `input`: the element cannot be played, the item is none, or an option is
 *   wrong.
 */
export function holdElement(
  element: MediaElementLike,
  item: PlayableItem,
  options: GateOptions,
  { $status, signals, checkKeepalive, viewer }: GateParts,
): void {
  checkGateValues(element, item, options);
  const gate: GateInternals = {
    element,
    item,
    previewSeconds: options.previewSeconds ?? 0,
    load: options.load,
    onError: options.onError ?? reportError,
    $status,
    viewer,
    wantsToPlay: false,
    starter: undefined,
    file: undefined,
  };
  if (givenTo(element) !== item) removeFile(element); // of an earlier gate
  const stopElement = listenTo(element, {
    play: () => onPlay(gate),
    seeking: () => update(gate),
    timeupdate: () => onTimeUpdate(gate, checkKeepalive),
  });
  const stopItem = item.$state.subscribe(() => onItemChange(gate));
  const stop = (): void => {
    gate.file = undefined;
    stopItem();
    stopElement();
    for (const signal of signals) signal?.removeEventListener('abort', stop);
  };
  for (const signal of signals) {
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  }
}

/** Adds listeners by type. The returned function removes them. */
function listenTo(
  element: MediaElementLike,
  listeners: Readonly<Record<GateEvent, () => void>>,
): () => void {
  const all = Object.entries(listeners) as [GateEvent, () => void][];
  for (const [type, listener] of all) element.addEventListener(type, listener);
  return () => {
    for (const [type, listener] of all) element.removeEventListener(type, listener);
  };
}

/** Holds or opens the element, as its item and its position say. */
function update(gate: GateInternals): void {
  const { element, item, $status, previewSeconds } = gate;
  const status = gateStatus(item.$state.get(), element.currentTime, previewSeconds);
  show($status, status);
  if (!mayPlay(status)) hold(gate);
  if (status === 'open') {
    void open(gate);
  } else {
    gate.file = undefined;
    removeFile(element);
  }
}

function hold(gate: GateInternals): void {
  if (gate.element.paused) return;
  gate.wantsToPlay = true;
  gate.element.pause();
}

function onItemChange(gate: GateInternals): void {
  dropFailed(gate);
  update(gate);
}

/** Lets a file that failed be loaded again. */
function dropFailed(gate: GateInternals): void {
  if (gate.file?.state === 'failed') gate.file = undefined;
}

function onPlay(gate: GateInternals): void {
  gate.starter = gate.viewer() ?? gate.starter;
  dropFailed(gate);
  update(gate);
  claimIfOpen(gate);
  checkAgain(gate);
}

/** Asks again when the last check gave no answer, or when there was none. */
function checkAgain({ item }: GateInternals): void {
  const { access, checking, error } = item.$state.get();
  if (access !== 'granted' && !checking && (error || access === 'unknown')) void item.check();
}

function onTimeUpdate(gate: GateInternals, checkKeepalive: () => void): void {
  update(gate);
  if (gate.element.paused) return;
  checkKeepalive();
  claimIfOpen(gate);
}

/** A preview may become a grant, and a grant another one, while the viewer goes on watching. */
function claimIfOpen({ item, $status, viewer }: GateInternals): void {
  const known = viewer();
  // While no viewer is known, the next one may be another one, who has started nothing.
  // A user stays the same in the next session. Who is not logged in may be another viewer there.
  if ($status.value === 'open' && known) {
    claimGrant(item, JSON.stringify(known.userId ?? known.epoch));
  }
}

/** Whether the film was started by another user than the present viewer. */
function isStartedByAnother({ starter, viewer }: GateInternals): boolean {
  const known = viewer();
  return !!known && !!starter && starter.userId !== null && starter.userId !== known.userId;
}

/** Loads the sources once for each grant, and plays when the viewer has wanted to. */
async function open(gate: GateInternals): Promise<void> {
  if (!gate.file) {
    const file: GateFile = { state: 'loading' };
    gate.file = file;
    try {
      await load(gate, file);
      file.state = 'ready';
    } catch (error) {
      if (gate.file !== file) return; // the grant or the gate has ended
      file.state = 'failed';
      callSafely(() => gate.onError(error));
      return;
    }
  }
  const { element, wantsToPlay, file } = gate;
  if (!wantsToPlay || file?.state !== 'ready') return;
  gate.wantsToPlay = false;
  if (isStartedByAnother(gate)) return; // the next user has started nothing
  try {
    await element.play();
  } catch {
    // A browser may refuse to play without a click. The viewer then presses play again.
  }
}

/** Loads the sources of a grant. When it or the gate has ended meanwhile, they are not used. */
async function load(gate: GateInternals, file: GateInternals['file']): Promise<void> {
  const { element, item, load: loadSources } = gate;
  if (!loadSources && hasPageFile(element)) return;
  const sources = await item.sources();
  if (gate.file !== file) return;
  if (loadSources) await loadSources(sources);
  else if (sources[0]) giveFile(element, item, sources[0].url);
  else throw new UsherError('not-found', 'usher.gate: the platform gives no file for this item');
}
