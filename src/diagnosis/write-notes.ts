import { debug, type DebugEntry, type DebugNote } from '../browser/debug-notes.ts';
import { throwLater } from '../browser/report-error.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { ErrorState } from '../errors/error-state.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { ItemState } from '../item/item-state.ts';
import { watchElements } from './watch-elements.ts';
import { watchGate, watchSale } from './watch-sale.ts';

/** Where the documentation is: in the package. */
const docsBase = 'usher-runtime/docs';

/** The pages about what is no error of Usher. All codes of errors are in `errors.md`. */
const pages = {
  warning: 'debugging.md#warnings',
  deprecation: 'debugging.md#deprecations',
  listener: 'debugging.md#listeners',
} as const;

/** Shows each note from now on, and those that have waited for this code. */
export function startWriting(): void {
  const waiting = debug.notes;
  debug.notes = { push: write };
  if (!Array.isArray(waiting)) return; // started before
  waiting.forEach(write);
  if (globalThis.document) watchElements();
}

function write(note: DebugNote): void {
  if (note.kind === 'gate') return watchGate(note.value as SellingOptions);
  if (note.kind === 'item') watchSale(note.value as ItemState);
  const entry = ['warning', 'error', 'listener'].includes(note.kind)
    ? entryOf(note)
    : entryOfState(note);
  if (entry) show(entry);
}

/** The state of something that failed. Sessions and purchases have `status`, items `access`. */
interface FailedState {
  readonly status?: string;
  readonly access?: string;
  /** The ID of a purchase. */
  readonly id?: unknown;
  /** The media ID of an item. */
  readonly item?: unknown;
  readonly error?: ErrorState;
}

/**
 * The last error of the session, of each item and of each purchase. It is written once, even if it
 * is found again.
 */
const shown = new Map<string, string>();

/** A state with an error: of the session, an item or a purchase. */
function entryOfState({ notedAt, kind, value }: DebugNote): DebugEntry | undefined {
  const { status, access, id, item, error } = Object(value) as FailedState;
  const name = kind === 'item' ? `item ${String(item)}` : kind;
  const key = kind === 'purchase' ? `purchase ${String(id)}` : name;
  if (!error || shown.get(key) === error.message) return undefined;
  shown.set(key, error.message);
  const { code } = error;
  const advice = kind === 'session' ? '; await usher.diagnose() says more' : '';
  const message = oneLine(`${name} is ${status ?? access}: ${error.message}${advice}`);
  return { notedAt, level: 'error', code, message, link: `${docsBase}/errors.md#${code}` };
}

function show(entry: DebugEntry): void {
  const { target } = debug;
  if (target === true) {
    const { notedAt, level, code, message, link } = entry;
    const time = new Date(notedAt).toISOString().slice(11, 23);
    console[level === 'error' ? 'error' : 'warn'](`Usher ${time} ${code}: ${message} (${link})`);
    return;
  }
  try {
    target?.(entry);
  } catch (error) {
    throwLater(error); // without a note, which would come here again
  }
}

function entryOf({ notedAt, kind, value, where }: DebugNote): DebugEntry {
  const level = kind === 'warning' ? 'warning' : 'error';
  const text = kind === 'warning' ? String(value) : messageOf(value);
  const message = oneLine(where ? `${where}: ${text}` : text);
  if (kind === 'error' && isUsherError(value)) {
    const { code } = value;
    return { notedAt, level, code, message, link: `${docsBase}/errors.md#${code}` };
  }
  const code = pageOf(kind, message);
  return { notedAt, level, code, message, link: `${docsBase}/${pages[code]}` };
}

function pageOf(kind: DebugNote['kind'], message: string): keyof typeof pages {
  if (kind !== 'warning') return 'listener';
  return /deprecat/i.test(message) ? 'deprecation' : 'warning';
}

function messageOf(error: unknown): string {
  const { name, message } = Object(error) as { name?: unknown; message?: unknown };
  if (typeof message !== 'string') return String(error);
  return isUsherError(error) ? message : `${String(name)}: ${message}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
