import { choices } from './choices.ts';
import { countryName } from './formats.ts';

const systems = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};
const browsers = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
};

/**
 * How the parts of each distribution read, where they are no words already. Channels and formats
 * have no names in the interface.
 */
const names = {
  gateway: (key) => choices.gateway[key] ?? key,
  device: (key) => choices.device[key] ?? key,
  os: (key) => systems[key] ?? key,
  browser: (key) => browsers[key] ?? key,
  country: countryName,
  channel: (key) => `Channel ${key}`,
  format: (key) => `Format ${key}`,
};

/** What a part of a distribution is called. */
export const shareName = (share, key) =>
  key === 'unknown' ? 'Not known' : (names[share]?.(key) ?? key);

/** The names of studios, from an item of each. */
export function createStudioNames(allmedia) {
  const known = new Map();
  return async (id, options) => {
    if (!/^\d+$/.test(id)) return shareName('licensor', id);
    if (!known.has(id)) {
      const { items } = await allmedia.bystudio(
        { studioid: id, limit: 1, additionalFields: ['connectedmedia'] },
        options,
      );
      known.set(id, items[0]?.connectedmedia?.studio?.title ?? `Studio ${id}`);
    }
    return known.get(id);
  };
}
