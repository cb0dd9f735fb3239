import type { ItemState } from '../../item/item-state.ts';
import { loadTexts } from './load-texts.ts';

/** The access to an item in words. */
export interface AccessDescription {
  /** For example `Not available in your country`. */
  readonly title: string;
  /** What it means for the viewer. Empty if there is nothing to add. */
  readonly details: string;
}

/**
 * Describes whether the viewer may watch an item, in the words that the elements use, with the
 * texts that the page has given for that language: those of `reason.` and `why.` of its reason.
 * Until there is an answer, it says that access is checked, or that it could not be. It needs a
 * document, so it does not work on a server.
 * @param state The state of an item, or a part of it.
 * @param language A language tag. Default: the `lang` of the document. English for a tag that is
 *   not valid, and for texts that the language does not have.
 * @throws {TypeError} when the texts of the language cannot be loaded.
 * @example item.$state.subscribe(async (state) => {
 *   notice.textContent = (await describeAccess(state)).title; // Log in to watch
 * });
 */
export async function describeAccess(
  { access, reason, error }: Pick<ItemState, 'access' | 'reason' | 'error'>,
  language?: string,
): Promise<AccessDescription> {
  const { say, sayOf } = await loadTexts(language);
  if (!reason && !error) return { title: say('checking'), details: '' };
  const known = reason || 'error';
  const details = access === 'granted' ? '' : sayOf('why', known, { reason: known });
  return { title: sayOf('reason', known), details };
}
