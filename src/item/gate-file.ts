import type { MediaElementLike } from './media-element.ts';

// The files that gates give to elements. A gate replaces the file of an earlier one, and never a
// file of the page.

/** A file that a gate has given to an element. */
interface GivenFile {
  /** The item whose media it holds. */
  readonly item: object;
  readonly url: string;
  /** The address as the element names it. */
  readonly address: string;
}

/** The last one of each element, also when it was taken away. */
const givenFiles = new WeakMap<MediaElementLike, GivenFile>();

/**
 * The address of the present file. Empty without one. `currentSrc` also names a file that was taken
 * away.
 */
function addressOf(element: MediaElementLike): string {
  const { currentSrc = '' } = element as { readonly currentSrc?: string };
  const isTaken = currentSrc === givenFiles.get(element)?.address;
  return element.src || (isTaken ? '' : currentSrc);
}

/** The item whose file a gate has given to the element last. */
export const givenTo = (element: MediaElementLike): object | undefined =>
  givenFiles.get(element)?.item;

/** Whether the page has given the element a file, or the element takes none: it has no `src`. */
export function hasPageFile(element: MediaElementLike): boolean {
  if (!('src' in element)) return true;
  const address = addressOf(element);
  return address !== '' && address !== givenFiles.get(element)?.address;
}

/** Gives the element a file. The same file as before plays on. */
export function giveFile(element: MediaElementLike, item: object, url: string): void {
  const before = givenFiles.get(element);
  if (before?.url !== url || before.address !== addressOf(element)) element.src = url;
  givenFiles.set(element, { item, url, address: addressOf(element) });
}

/** Removes the file of a gate. A file that the page has given since stays. */
export function removeFile(element: MediaElementLike): void {
  const given = givenFiles.get(element);
  if (!given || addressOf(element) !== given.address) return;
  // A test in Node has no such class.
  if (globalThis.HTMLMediaElement && element instanceof HTMLMediaElement) {
    element.removeAttribute('src');
    element.load();
  } else {
    element.src = '';
  }
}
