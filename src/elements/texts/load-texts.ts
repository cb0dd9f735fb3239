import { languageOf, validTag } from './language.ts';
import { loadWords } from './load-words.ts';
import { createTexts, type Texts } from './texts.ts';

/** Loads the texts of a language for a page that shows them itself. Default: of the document. */
export async function loadTexts(
  language: string = languageOf(globalThis.document.documentElement),
): Promise<Texts> {
  const tag = validTag(language);
  return createTexts(await loadWords(tag, globalThis.document, undefined), tag);
}
