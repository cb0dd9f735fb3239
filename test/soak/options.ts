import { parseArgs } from 'node:util';
import { engineOf, type Engine } from '../faults/support/engine.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly engine: Engine;
  /** Repeats which faults, viewers and pages are chosen. The moments are those of the machine. */
  readonly seed: number;
}

/** Reads the options of the command. @throws {RangeError} that names the option */
export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      engine: { type: 'string', default: 'chromium' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 0.5 && minutes <= 24 * 60)) {
    throw new RangeError('--minutes must be a number from 0.5 to 1440');
  }
  const seed = Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0) {
    throw new RangeError('--seed must be a whole number from 0 on');
  }
  if (values.engine !== 'chromium' && values.engine !== 'firefox') {
    throw new RangeError('--engine must be chromium or firefox');
  }
  return { minutes, engine: engineOf(values.engine), seed };
}
