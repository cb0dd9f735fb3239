/** The language of elements without one. */
const defaultLanguage = 'en';

/**
 * The language of an element: the attribute `lang` of its closest ancestor that has one, through
 * shadow roots too.
 */
export function languageOf(element: Element): string {
  let start: Element | undefined = element;
  while (start) {
    const found: HTMLElement | null = start.closest<HTMLElement>('[lang]');
    if (found) return validTag(found.lang);
    start = (start.getRootNode() as Partial<ShadowRoot>).host;
  }
  return defaultLanguage;
}

/** A tag that `Intl` refuses would make every price throw. */
export function validTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? defaultLanguage;
  } catch {
    return defaultLanguage;
  }
}
