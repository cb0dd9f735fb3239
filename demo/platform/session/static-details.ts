import { numberOf, textOf, type Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';
import { countryAt } from './geo.ts';
import { deviceDetails, generalDetails, systemDetails } from './session-result.ts';

/** What a page with only a player needs: no session is opened, so there is no `cid`. */
export async function staticDetails(call: Call): Promise<Answer> {
  const [lat, lng] = [numberOf(call, 'lat'), numberOf(call, 'lng')];
  const country = countryAt(lat, lng) ?? call.domain.country;
  return {
    result: {
      general: generalDetails(call.values, country, call.domain.language),
      device: deviceDetails(textOf(call, 'nxp_devh') ?? '', undefined),
      system: systemDetails(call, call.domain, 'static'),
    },
  };
}
