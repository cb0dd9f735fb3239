import type { NewItem } from './item.ts';

/**
 * Single films under a restriction that the source does not know, so that each reason of an item's
 * state can be seen; one is lent for nothing.
 */
export const restrictions: Readonly<Record<string, Partial<NewItem>>> = {
  'Bend it Like Beckham': { countries: ['GB', 'IE'] },
  'Prince of Persia: Sands of Time': { available_from: '2099-01-01T00:00:00Z' },
  'Disaster Movie': { available_until: '2020-01-01T00:00:00Z' },
  'Red Cliff': { ppv_minor: 0 },
  'Love Ranch': { only_domains: ['743'] },
};
