import { allmedia } from '../../src/contract/allmedia.ts';
import type { Area } from '../../src/contract/endpoint.ts';
import { payment } from '../../src/contract/payment.ts';
import { session } from '../../src/contract/session.ts';
import { statistics } from '../../src/contract/statistics.ts';
import { system } from '../../src/contract/system.ts';

/** The five tables, joined for tests only. */
export const areas: readonly Area[] = [statistics, allmedia, payment, session, system];

/** The area of an endpoint, and the endpoint's name in it. */
export function locate(id: string): [area: Area, name: string] {
  const [areaName, name] = id.split('/') as [string, string];
  return [areas.find((area) => area.name === areaName)!, name];
}
