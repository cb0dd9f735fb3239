import type { Fields } from '../contract/endpoint.ts';
import { fieldSpec } from '../contract/field.ts';
import { init } from '../contract/init.ts';
import type { GivenSettings } from '../session/settings.ts';

const fields: Fields = { ...init.query, ...init.body };

/**
 * Reads the tag's attributes as options: `data-gateway`, `data-add-price-model`, … are fields of
 * init. `hasUnknown` says that there are others.
 */
export function readAttributes({
  baseUrl,
  domain,
  persistence,
  mode,
  debug: _,
  elements: _elements,
  ...rest
}: DOMStringMap): {
  readonly given: GivenSettings;
  readonly hasUnknown: boolean;
} {
  const values: Record<string, unknown> = {};
  let hasUnknown = false;
  for (const [name, text] of Object.entries(rest)) {
    // Members of an object's prototype, for example `constructor`, are not fields: they have no
    // kind.
    const kind = fields[name] && fieldSpec(fields[name]).kind;
    if (kind) values[name] = readAttribute(kind, text!);
    else hasUnknown = true;
  }
  const given = {
    baseUrl: baseUrl!,
    domain,
    persistence: persistence as GivenSettings['persistence'],
    mode: mode as GivenSettings['mode'],
    init: values,
  };
  return { given, hasUnknown };
}

/** Only `0` and `false` switch a flag off: an attribute without a value is on. */
export const readFlag = (text: string): boolean => text !== '0' && text !== 'false';

/** Converts an attribute to the kind of its field. */
function readAttribute(kind: string, text: string): string | number | boolean {
  if (kind === 'flag') return readFlag(text);
  return kind === 'number' && text.trim() ? Number(text) : text;
}
