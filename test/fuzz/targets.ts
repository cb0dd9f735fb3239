import { argumentsTarget } from './arguments.ts';
import type { Target } from './fuzz.ts';
import { platformTarget } from './platform.ts';
import { providerTarget } from './provider.ts';
import { readerTargets } from './readers.ts';

/** Everything that `npm run fuzz` tries. */
export const targets: readonly Target[] = [
  ...readerTargets,
  argumentsTarget,
  providerTarget,
  platformTarget,
];
