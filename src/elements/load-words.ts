import { reportError } from '../browser/report-error.ts';
import { pageDefaults } from './page-defaults.ts';
import type { GivenWords, Words } from './word-keys.ts';

/** A language that Usher has, loaded with the first element that needs it. */
const languages: Readonly<Record<string, () => Promise<{ readonly words: Words }>>> = {
  en: () => import('./english/words.ts'),
  de: () => import('./german/words.ts'),
};

/**
 * Loads the texts of a language. What the page gives comes first: by `defineElements`, or in
 * `<script type="application/json" data-usher-words="fr">`. Texts of the same language without a
 * region come next (`fr` for `fr-CH`). English fills the rest.
 */
export async function loadWords(language: string, page: Document): Promise<Words> {
  const [main = ''] = language.toLowerCase().split('-');
  const { words } = await (languages[main] ?? languages['en']!)();
  const tags = language === main ? [main] : [main, language];
  return Object.assign({}, words, ...tags.map((tag) => given(tag, page))) as Words;
}

function given(language: string, page: Document): GivenWords {
  const scripts = Array.from(
    page.querySelectorAll<HTMLScriptElement>('script[data-usher-words]'),
  ).filter(({ dataset }) => dataset['usherWords'] === language);
  const texts = scripts.map(({ text }) => parse(text));
  return Object.assign({}, ...texts, pageDefaults().words[language]) as GivenWords;
}

/** A page's mistake must not hide its elements. */
function parse(text: string): GivenWords {
  try {
    return JSON.parse(text) as GivenWords;
  } catch (error) {
    reportError(error);
    return {};
  }
}
