// Read by tools only: the OpenAPI document and the interfaces in `call-values/`. No build has it.
import type { Rule } from '../endpoint.ts';

/** A rule over several fields as a sentence. */
export function ruleText(rule: Rule): string {
  if ('exactlyOne' in rule) {
    return `Give exactly one of ${rule.exactlyOne.map((name) => `\`${name}\``).join(' and ')}.`;
  }
  if ('inOrder' in rule) return `\`${rule.inOrder[0]}\` must not be after \`${rule.inOrder[1]}\`.`;
  return `\`${rule.field}\` is allowed only when \`${rule.when}\` is \`${rule.only}\`.`;
}
