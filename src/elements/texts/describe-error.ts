import type { ErrorState } from '../../errors/error-state.ts';
import { isObject } from '../../errors/is-object.ts';
import { loadTexts } from './load-texts.ts';
import { uncharged } from './uncharged.ts';

/** What an error is about. */
export interface ErrorContext {
  /**
   * The error is of `resume()` or `abandon()`: the purchase was begun before, and may be paid, so
   * no text says that nothing is charged. Default: `false`.
   */
  readonly isOpenPurchase?: boolean | undefined;
}

/**
 * Describes an error for the viewer, in the words that the elements use, with the texts that the
 * page has given for that language: the text of `error.` and its code. `message` and `hint` of an
 * error are for developers, and are not shown. It needs a document, so it does not work on a
 * server.
 * @param error An error that was thrown, or the `error` of a state. Any other value is described as
 *   `error.other`.
 * @param language A language tag. Default: the `lang` of the document. English for a tag that is
 *   not valid, and for texts that the language does not have.
 * @throws {TypeError} when the texts of the language cannot be loaded.
 * @example item.buy(offer, { provider: 'card' }).catch(async (error) => {
 *   problem.textContent = await describeError(error); // Log in first.
 * });
 */
export async function describeError(
  error: unknown,
  language?: string,
  { isOpenPurchase = false }: ErrorContext = {},
): Promise<string> {
  const { say, sayOf } = await loadTexts(language);
  const code = codeOf(error);
  if (isOpenPurchase && uncharged.some((each) => each === code)) return say('next.interrupted');
  return sayOf('error', code);
}

function codeOf(error: unknown): string {
  if (!isObject(error)) return 'other';
  return String((error as Partial<ErrorState>).code);
}
