import { after } from '../browser/after.ts';
import { noteForDebug } from '../browser/debug-notes.ts';

/** The part of an element that is looked at. Frameworks set properties, markup attributes. */
type Selling = Element & { readonly item?: unknown; readonly globalId?: unknown; load?: unknown };

/** How long a page may take to set the properties of its elements. */
const settledMs = 2000;

/** Notes the failures of elements, and warns of elements that cannot work as they are written. */
export function watchElements(): void {
  const { document } = globalThis;
  document.addEventListener('usher-failure', (event) =>
    noteForDebug('error', (event as CustomEvent).detail),
  );
  after(settledMs, () => document.querySelectorAll('usher-gate').forEach(checkGate));
}

function checkGate(gate: Selling): void {
  const warn = (text: string): void => noteForDebug('warning', `usher-gate: ${text}`);
  const item = `${(gate.item as string | undefined) ?? gate.getAttribute('item')}`;
  if (!/^\d+$/.test(item)) return warn(`item must be an ID, not ${item}`);
  const media = gate.querySelector('video,audio');
  const hasFile = !media || media.querySelector('source') || media.hasAttribute('src');
  if (hasFile || gate.load || gate.globalId || gate.getAttribute('globalid')) return;
  warn(`item ${item} has no globalid, and its media element no file: nothing can play`);
}
