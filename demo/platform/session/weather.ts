import { createHash } from 'node:crypto';
import { numberOf, type Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';
import { middleOf } from './geo.ts';

const skies = [
  { code: 'clear', text: 'Clear' },
  { code: 'cloudy', text: 'Cloudy' },
  { code: 'overcast', text: 'Overcast' },
  { code: 'rain', text: 'Rain' },
  { code: 'wind', text: 'Windy' },
] as const;

/**
 * Weather made up, but the same for a place within an hour, colder towards the poles and at night.
 */
export async function currentWeather(call: Call): Promise<Answer> {
  const { session, domain } = call;
  const [middleLat, middleLng] = middleOf(session?.country ?? domain.country);
  const lat = numberOf(call, 'lat') ?? session?.details.lat ?? middleLat;
  const lng = numberOf(call, 'lng') ?? session?.details.lng ?? middleLng;
  const now = call.now();
  const hash = createHash('md5')
    .update(`${lat.toFixed(1)} ${lng.toFixed(1)} ${Math.floor(now.getTime() / 3_600_000)}`)
    .digest();
  const solarHour = (now.getUTCHours() + lng / 15 + 24) % 24;
  const daytime = Math.cos(((solarHour - 14) / 12) * Math.PI);
  const temperature = 28 - Math.abs(lat) * 0.45 + daytime * 4 + (hash[0]! / 255 - 0.5) * 8;
  return {
    result: {
      general: {
        temperature: Math.round(temperature * 10) / 10,
        unit: 'c',
        ...skies[hash[1]! % skies.length]!,
      },
    },
  };
}
