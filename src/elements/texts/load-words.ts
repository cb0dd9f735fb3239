import { noteForDebug } from '../../browser/debug-notes.ts';
import { reportError } from '../../browser/report-error.ts';
import { pageDefaults } from '../page-defaults.ts';
import type { GivenWords, Words } from './word-keys.ts';

type LoadWords = () => Promise<{ readonly words: Words }>;

/** The languages that Usher has, each loaded with the first element that needs it. */
const languages: { readonly en: LoadWords; readonly [language: string]: LoadWords } = {
  en: () => import('./english.ts'),
  de: () => import('./german.ts'),
};

/** How long elements wait for a file of texts before they show those of Usher. */
const timeoutMs = 8000;

/** Files of texts by their address: the elements of a page share a request. */
const files: Record<string, Promise<GivenWords | void>> = {};

/**
 * Loads the texts of a language. The texts of the file at `address` come first, then what the page
 * gives: by `defineElements`, or in `<script type="application/json" data-usher-words="fr">`. Texts
 * of the same language without a region come next (`fr` for `fr-CH`). English fills the rest.
 */
export async function loadWords(
  language: string,
  page: Document,
  address: string | undefined,
): Promise<Words> {
  const [main = ''] = language.toLowerCase().split('-');
  const file = address && (files[address] ??= fetchWords(address));
  const { words } = await (languages[main] ?? languages.en)();
  const tags = language === main ? [main] : [main, language];
  const all = [...tags.flatMap((tag) => given(tag, page)), await file];
  return Object.assign({}, words, ...all.map(textsOf)) as Words;
}

/** Names the texts that a page has given so far. Scripts with texts may come until it is parsed. */
export const givenVersion = ({ readyState }: Document): string =>
  `${pageDefaults().wordsVersion} ${readyState === 'loading'}`;

/** The keys that a warning has named. */
const warned = new Set<string>();

/** The entries that are texts. An element cannot show others: the page is warned of each once. */
function textsOf(words: unknown): GivenWords {
  const entries = Object.entries<unknown>(Object(words)).filter(([key, text]) => {
    const isText = typeof text === 'string';
    if (!isText && !warned.has(key)) {
      warned.add(key);
      noteForDebug('warning', `The text "${key}" for elements is no text, and is not used`);
    }
    return isText;
  });
  return Object.fromEntries(entries);
}

/** A missing file must not hide elements. A browser without `timeout` waits as long as it takes. */
const fetchWords = (address: string): Promise<GivenWords | void> =>
  fetch(address, { signal: AbortSignal.timeout?.(timeoutMs) })
    .then((answer) => answer.json() as Promise<GivenWords>)
    .catch(reportError);

/** The tag is canonical: it needs no escapes in a selector. */
function given(language: string, page: Document): readonly (GivenWords | void)[] {
  const scripts = page.querySelectorAll<HTMLScriptElement>(
    `script[data-usher-words="${language}"]`,
  );
  return [...Array.from(scripts, ({ text }) => parse(text)), pageDefaults().words[language]];
}

/** A page's mistake must not hide its elements. */
function parse(text: string): GivenWords | void {
  try {
    return JSON.parse(text) as GivenWords;
  } catch (error) {
    reportError(error);
  }
}
