import allmedia from './requests-allmedia.json' with { type: 'json' };
import payment from './requests-payment.json' with { type: 'json' };
import session from './requests-session.json' with { type: 'json' };
import statistics from './requests-statistics.json' with { type: 'json' };
import system from './requests-system.json' with { type: 'json' };
import { revive } from './revive.ts';

/** One call, and what must go out for it. */
export interface Sample {
  readonly title: string;
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Method and address relative to the base URL. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The literal requests of all areas. */
export const samples: readonly Sample[] = [allmedia, payment, session, statistics, system]
  .flatMap((file) => file.samples as unknown as Sample[])
  .map((sample) => ({ ...sample, values: revive(sample.values) as Sample['values'] }));
