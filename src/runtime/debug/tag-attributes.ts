import { nearestName } from '../../errors/debug/nearest-name.ts';
import { InputError } from '../../errors/input-error.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { tagAttributeNames } from '../background/tag-attribute-names.ts';

/** The name in HTML of an attribute that `dataset` has under `name`. */
export const attributeOf = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * The warnings about attributes that are none of Usher's. One that is near to a known name was
 * probably mistyped. All others are probably those of other scripts, and share one warning.
 */
export function attributeWarnings(names: readonly string[]): string[] {
  const mistyped = mistypedAttributes(names);
  const foreign = names
    .filter((name) => nearestName(name, tagAttributeNames) === undefined)
    .map(attributeOf);
  return [
    ...mistyped.map((text) => `script tag: ${text}`),
    ...(foreign.length ? [`script tag: not attributes of Usher: ${foreign.join(', ')}`] : []),
  ];
}

function mistypedAttributes(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const nearest = nearestName(name, tagAttributeNames);
    const text = `${attributeOf(name)}: unknown attribute; did you mean`;
    return nearest === undefined ? [] : [`${text} ${attributeOf(nearest)}?`];
  });
}

/**
 * The error of a tag that could not be started. It names the attribute as it is written in HTML,
 * and mistyped ones, because the required one may be among them.
 */
export function tagError(error: unknown, { dataset }: HTMLScriptElement): UsherError {
  if (!isUsherError(error)) {
    return new UsherError('unsupported', String((error as Error | undefined)?.message ?? error), {
      cause: error,
    });
  }
  if (!isUsherError(error, 'input')) return error;
  const { endpoint, field, value, allowed } = error as InputError;
  const attribute = field === 'type' ? field : attributeOf(field);
  const plain = new InputError(endpoint, attribute, value, allowed);
  const unknown = Object.keys(dataset).filter(
    (name) => !tagAttributeNames.includes(name) && name !== field,
  );
  const mistyped = mistypedAttributes(unknown);
  if (!mistyped.length) return plain;
  const sentence = [plain.message.slice(`${endpoint}: `.length), ...mistyped].join('. ');
  return new InputError(endpoint, attribute, value, allowed, sentence);
}
