import { InputError } from '../errors/input-error.ts';
import type { Rule } from './endpoint.ts';

/** Holds the texts of a call against a rule over several of its fields. */
export function checkRule(id: string, rule: Rule, wires: Readonly<Record<string, string>>): void {
  if ('exactlyOne' in rule) {
    if (rule.exactlyOne.filter((key) => key in wires).length !== 1) {
      throw new InputError(id, rule.exactlyOne.join(','), '(hidden)', 'given exactly once between them');
    }
  } else if ('inOrder' in rule) {
    const [first, last] = rule.inOrder;
    if (wires[first]! > wires[last]!) throw new InputError(id, first, wires[first], `not after ${last} (${wires[last]})`);
  } else if (rule.field in wires) {
    const { field, when, never, only } = rule;
    const is = wires[when];
    if (never !== undefined && is === never) throw new InputError(id, field, '(hidden)', `left out when ${when} is ${never}`);
    if (only !== undefined && is !== only) throw new InputError(id, field, '(hidden)', `left out unless ${when} is ${only}`);
  }
}
