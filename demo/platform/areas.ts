import { allmedia } from '../../src/contract/allmedia.ts';
import type { Area } from '../../src/contract/endpoint.ts';
import { payment } from '../../src/contract/payment.ts';
import { session } from '../../src/contract/session.ts';
import { statistics } from '../../src/contract/statistics.ts';
import { system } from '../../src/contract/system.ts';

/** The whole interface. */
export const areas: readonly Area[] = [statistics, allmedia, payment, session, system];
