import { placeOfSecondDevice } from './events.ts';
import type { WorldPage } from './page.ts';
import { withinMs } from './within-ms.ts';
import type { WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

export const deviceOf = ({ devices }: World, place: number): WorldDevice =>
  devices[place === placeOfSecondDevice ? 1 : 0]!;

/** A page starts its runtime. */
export const begin = (page: WorldPage): void =>
  void page.call('start', withinMs.start, (usher) => usher.start());

/** Opens a page, which starts its runtime. */
export function openPage(
  world: World,
  place: number,
  options: Parameters<WorldDevice['open']>[1] = {},
): WorldPage {
  const page = deviceOf(world, place).open(place, options);
  begin(page);
  return page;
}

/** The page of a place. One that is missing is opened. */
export function presentPage(world: World, place: number): WorldPage {
  return deviceOf(world, place).pageAt(place) ?? openPage(world, place);
}
