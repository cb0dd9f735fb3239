import type { Allmedia, ReadOptions } from 'usher-runtime';
import { connectedTo } from '../items/media-item.ts';
import { choices, type Choices } from './choices.ts';
import { countryName } from './formats.ts';

type Names = Readonly<Record<string, string>>;

const systems: Names = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};
const browsers: Names = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
};

const gateways: Names = choices.gateway;
const devices: Names = choices.device;

export const gatewayName = (key: string): string => gateways[key] ?? key;

/**
 * How the parts of each distribution read, where they are no words already. Channels and formats
 * have no names in the interface.
 */
const names: Readonly<Partial<Record<Choices['share'], (key: string) => string>>> = {
  gateway: gatewayName,
  device: (key) => devices[key] ?? key,
  os: (key) => systems[key] ?? key,
  browser: (key) => browsers[key] ?? key,
  country: countryName,
  channel: (key) => `Channel ${key}`,
  format: (key) => `Format ${key}`,
};

/** What a part of a distribution is called. */
export const shareName = (share: Choices['share'], key: string): string =>
  key === 'unknown' ? 'Not known' : (names[share]?.(key) ?? key);

/** The names of studios, from an item of each. */
export function createStudioNames(
  allmedia: Allmedia,
): (id: string, options: ReadOptions) => Promise<string> {
  const known = new Map<string, string>();
  const fetchName = async (id: string, options: ReadOptions): Promise<string> => {
    const { items } = await allmedia.bystudio(
      { studioid: id, limit: 1, additionalFields: ['connectedmedia'] },
      options,
    );
    const [item] = items;
    return (item && connectedTo(item, 'studio')[0]?.title) ?? `Studio ${id}`;
  };
  return async (id, options) => {
    if (!/^\d+$/.test(id)) return shareName('licensor', id);
    const name = known.get(id) ?? (await fetchName(id, options));
    known.set(id, name);
    return name;
  };
}
