import { after } from '../browser/after.ts';
import { noteForDebug } from '../browser/debug-notes.ts';

/** The part of an element that is looked at. Frameworks set properties, markup attributes. */
type Selling = Element & {
  readonly item?: string | number | bigint | undefined;
  readonly globalId?: string | number | bigint | undefined;
  load?: unknown;
};

/** How long a page may take to set the properties of its elements. */
export const settledMs = 2000;

/** Notes the failures of elements, and warns of elements that cannot work as they are written. */
export function watchElements(): void {
  const { document } = globalThis;
  document.addEventListener('usher-failure', (event) => {
    const { target, detail } = event as CustomEvent;
    // A page may fire such an event itself, at the document.
    noteForDebug('error', detail, target instanceof Element ? describe(target) : undefined);
  });
  after(settledMs, () => document.querySelectorAll('usher-gate').forEach(checkGate));
}

const itemOf = (element: Selling): string | number | bigint | null =>
  element.item ?? element.getAttribute('item');
const globalIdOf = (element: Selling): string | number | bigint | null =>
  element.globalId ?? element.getAttribute('globalid');

/** Names an element: `usher-gate, item 7, globalid 107`. */
function describe(element: Selling): string {
  const [item, globalId] = [itemOf(element), globalIdOf(element)];
  const name = element.localName;
  return `${name}${item ? `, item ${item}` : ''}${globalId ? `, globalid ${globalId}` : ''}`;
}

function checkGate(gate: Selling): void {
  const warn = (text: string): void => noteForDebug('warning', text, 'usher-gate');
  const item = `${itemOf(gate) ?? ''}`;
  if (!item) return warn('item is missing');
  if (!/^\d+$/.test(item)) return warn(`item must be an ID, not ${item}`);
  const media = gate.querySelector('video,audio');
  const hasFile = !media || media.querySelector('source') || media.hasAttribute('src');
  if (hasFile || gate.load || globalIdOf(gate)) return;
  warn(`item ${item} has no globalid, and its media element no file: nothing can play`);
}
