// Read by tools only: the OpenAPI document and the interfaces in `call-values/`. No build has it.
import type { Rule } from '../endpoint.ts';

/** A rule over several fields as a sentence. */
export function ruleText(rule: Rule): string {
  if ('exactlyOne' in rule) return `Exactly one of ${rule.exactlyOne.join(', ')}.`;
  if ('inOrder' in rule) return `${rule.inOrder[0]} is not after ${rule.inOrder[1]}.`;
  return rule.never === undefined
    ? `${rule.field} only when ${rule.when} is ${rule.only}.`
    : `${rule.field} never when ${rule.when} is ${rule.never}.`;
}
