/** The parts of code that have a colour, and their scopes in the grammars. */
const parts = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'string.quoted', 'meta.attribute string'],
  number: ['constant.numeric', 'constant.language', 'variable.language', 'constant.other'],
  keyword: ['keyword', 'storage', 'keyword.operator.new', 'entity.name.tag'],
  name: ['entity.name.function', 'support.function', 'variable.function'],
  type: ['entity.name.type', 'support.type', 'entity.other.attribute-name', 'support.class'],
  plain: ['keyword.operator', 'punctuation', 'variable', 'meta.brace'],
} as const;

/** Stands for a part until its colour becomes a class. */
const colourOf = (part: string): string =>
  `#0000${Object.keys(parts).indexOf(part).toString(16).padStart(2, '0')}`;

/** Marks the parts of code. The colours themselves are in `code.css`, for light and dark. */
export const codeTheme = {
  name: 'usher',
  type: 'light' as const,
  colors: { 'editor.background': '#ffffff', 'editor.foreground': colourOf('plain') },
  settings: Object.entries(parts).map(([part, scope]) => ({
    scope: [...scope],
    settings: { foreground: colourOf(part) },
  })),
};

/**
 * Marked code with classes in the place of `style` attributes, which the site's policy forbids.
 * @throws {Error} where a colour is not one of the theme.
 */
export function withClasses(html: string): string {
  return html
    .replace(/ style="background-color:[^"]*"/g, '')
    .replace(/ style="color:(#[0-9A-Fa-f]{6})(?:;[^"]*)?"/g, (_, colour: string) => {
      const part = Object.keys(parts).find((each) => colourOf(each) === colour.toLowerCase());
      if (!part) throw new Error(`The code theme has no colour ${colour}.`);
      return part === 'plain' ? '' : ` class="code-${part}"`;
    });
}
