/**
 * A rough middle of each country, enough to tell in a demo where a viewer is. Latitude, longitude.
 */
const middles: Readonly<Record<string, readonly [number, number]>> = {
  AT: [47.6, 14.1],
  AU: [-25.3, 133.8],
  BE: [50.6, 4.6],
  BR: [-10.8, -52.9],
  CA: [56.1, -106.3],
  CH: [46.8, 8.2],
  CN: [35.9, 104.2],
  CZ: [49.8, 15.5],
  DE: [51.2, 10.4],
  DK: [56, 9.5],
  EG: [26.8, 30.8],
  ES: [40.2, -3.6],
  FI: [64.5, 26],
  FR: [46.6, 2.5],
  GB: [54, -2.5],
  GR: [39, 22],
  IE: [53.2, -8],
  IN: [22.9, 79.6],
  IT: [42.8, 12.5],
  JP: [36.5, 138],
  MX: [23.9, -102.5],
  NL: [52.2, 5.5],
  NO: [61, 8.5],
  PL: [52.1, 19.4],
  PT: [39.6, -8],
  RU: [60, 95],
  SE: [62, 15],
  TR: [39, 35.2],
  US: [39.8, -98.6],
  ZA: [-29, 25],
};

/** The country whose middle is nearest; `undefined` where no place is known. */
export function countryAt(lat: number | undefined, lng: number | undefined): string | undefined {
  if (lat === undefined || lng === undefined) return undefined;
  const distance = ([middleLat, middleLng]: readonly [number, number]): number => {
    const east = Math.abs(lng - middleLng);
    return (
      (lat - middleLat) ** 2 + (Math.min(east, 360 - east) * Math.cos((lat * Math.PI) / 180)) ** 2
    );
  };
  return Object.keys(middles).sort((a, b) => distance(middles[a]!) - distance(middles[b]!))[0];
}

/** The middle of a country, for a session that said no place. */
export function middleOf(country: string): readonly [number, number] {
  return middles[country] ?? middles['DE']!;
}
