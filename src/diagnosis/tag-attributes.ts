import { init } from '../contract/init.ts';
import { InputError } from '../errors/input-error.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import { nearestName } from '../errors/nearest-name.ts';
import { UsherError } from '../errors/usher-error.ts';
import type { RegisteredRuntime } from '../session/registry.ts';

/** Attributes of a script tag that are no fields of init, by their names in `dataset`. */
const settings = ['baseUrl', 'domain', 'persistence', 'mode', 'debug', 'elements'];

/** Fields of init that the runtime sets itself. */
const ownFields = ['nxp_devh', 'nxp_userh', 'currentSession'];

/** All attributes that a script tag may have, by their names in `dataset`. */
const tagAttributeNames: readonly string[] = [
  ...settings,
  ...Object.keys({ ...init.query, ...init.body }).filter((name) => !ownFields.includes(name)),
];

/** The name in HTML of an attribute that `dataset` has under `name`. */
export const attributeOf = (name: string): string =>
  `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const unknownAttributes = ({ dataset }: HTMLScriptElement): string[] =>
  Object.keys(dataset).filter((name) => !tagAttributeNames.includes(name));

/**
 * Warns of attributes that are none of Usher's. One that is near to a known name was probably
 * mistyped. All others are probably those of other scripts, and share one warning.
 */
export function warnOfAttributes(tag: HTMLScriptElement, runtime?: RegisteredRuntime): void {
  const names = unknownAttributes(tag);
  const foreign = names
    .filter((name) => nearestName(name, tagAttributeNames) === undefined)
    .map(attributeOf);
  for (const text of mistypedAttributes(names)) runtime?.warn(`script tag: ${text}`);
  if (foreign.length) {
    runtime?.warn(`script tag: not attributes of Usher: ${foreign.join(', ')}`);
  }
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
export function tagError(error: unknown, tag: HTMLScriptElement): UsherError {
  if (!isUsherError(error)) {
    return new UsherError('unsupported', String((error as Error | undefined)?.message ?? error), {
      cause: error,
    });
  }
  if (!isUsherError(error, 'input')) return error;
  const { endpoint, field, value, allowed } = error;
  const attribute = field === 'type' ? field : attributeOf(field);
  const plain = new InputError(endpoint, attribute, value, allowed);
  const unknown = unknownAttributes(tag).filter((name) => name !== field);
  const mistyped = mistypedAttributes(unknown);
  if (!mistyped.length) return plain;
  const sentence = [plain.message.slice(`${endpoint}: `.length), ...mistyped].join('. ');
  return new InputError(endpoint, attribute, value, allowed, sentence);
}
