/** The parts of a syntax tree that the rule reads. */
interface TextNode {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

/**
 * The rule of texts for people: a text with a space between two words is a hint or a message. No
 * judge and no test reads its words, so its mutants are left out. Codes, names, paths and keys have
 * no such space.
 */
const isSentence = (text: string): boolean => /\S \S/.test(text);

/** Why a text is not changed. `undefined` for anything else, also for code inside a template. */
export function whyIgnored({ type, value, quasis }: TextNode): string | undefined {
  const isText =
    (type === 'StringLiteral' && isSentence(String(value))) ||
    (type === 'TemplateLiteral' && isSentence(quasis!.map((part) => part.value.raw).join('x')));
  return isText ? 'a text for people' : undefined;
}
