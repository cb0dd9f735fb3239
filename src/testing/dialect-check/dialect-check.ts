import { NetworkError } from '../../errors/network-error.ts';
import type { Dialect } from '../../index.ts';
import { failed, type CheckedPart, type DialectFinding, type Judgement } from './finding.ts';
import { unaskedParts } from './unasked-parts.ts';
import type { Wire } from './wire.ts';

/** A dialect under check, with what was found so far. */
export interface DialectCheck {
  readonly wire: Wire;
  readonly dialect: Dialect;
  readonly note: (part: CheckedPart, judgement: Judgement) => void;
  /**
   * Calls a function of the dialect. When it throws or rejects, its part has failed, and the result
   * is `undefined`. Only a `network` error is thrown on.
   */
  readonly run: <Value>(part: CheckedPart, call: () => Value) => Value | undefined;
  /** Notes a judgement that calls a function of the dialect. */
  readonly judge: (part: CheckedPart, call: () => Judgement) => void;
  /** Each part with its finding. */
  readonly findings: () => readonly DialectFinding[];
}

export function createDialectCheck(wire: Wire, dialect: Dialect): DialectCheck {
  const found = new Map<CheckedPart, Judgement>();
  const fail = (part: CheckedPart, error: unknown): undefined => {
    if (error instanceof NetworkError) throw error;
    found.set(part, failed(`it throws: ${String(error)}`));
    return undefined;
  };
  const run = <Value>(part: CheckedPart, call: () => Value): Value | undefined => {
    try {
      const value = call();
      if (!(value instanceof Promise)) return value;
      return value.catch((error: unknown) => fail(part, error)) as Value;
    } catch (error) {
      return fail(part, error);
    }
  };
  return {
    wire,
    dialect,
    run,
    note(part, judgement) {
      found.set(part, judgement);
    },
    judge(part, call) {
      const judgement = run(part, call);
      if (judgement) found.set(part, judgement);
    },
    findings: () =>
      (Object.keys(unaskedParts) as CheckedPart[]).map((part) => ({
        part,
        ...(found.get(part) ?? { verdict: 'unknown', evidence: unaskedParts[part] }),
      })),
  };
}
