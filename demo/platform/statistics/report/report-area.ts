import { choice } from '../../../../src/contract/choice.ts';
import type { Area } from '../../../../src/contract/endpoint.ts';
import { refuseFor } from '../../../../src/contract/refuse.ts';
import { statisticsParameters } from '../../../../src/contract/statistics-parameters.ts';
import { timestamp } from '../../../../src/contract/timestamp.ts';
import { validateCall } from '../../../../src/contract/validate-call.ts';
import { eventKinds } from '../record-events.ts';

const {
  gateway,
  device,
  os,
  browser,
  manufacturer,
  subdivisionCode,
  deliveryDomain,
  deliveryPartner,
  affiliatePartner,
  campaign,
  platformVariant,
  pageIntegration,
  consentEnvironment,
  playbackMode,
  dataMode,
  mediaOrigin,
  startCondition,
  viewCount,
} = statisticsParameters;

/** Nobody watches an hour between two reports. */
const maxSeconds = 3600;

/**
 * What a report may say, as rows like those of the interface, so that it is checked by the same
 * code. Where and how is said in the words of the parameters that filter by it; the country is the
 * session's.
 */
export const reportArea: Area = {
  name: '__report',
  rows: {
    batch: {
      method: 'POST',
      body: { reporttoken: { kind: 'text', required: true, secret: true }, domain: 'id' },
      result: 'object',
      effect: 'change',
    },
    context: {
      method: 'POST',
      body: {
        gateway,
        device,
        os,
        browser,
        manufacturer,
        subdivisionCode,
        deliveryDomain,
        deliveryPartner,
        affiliatePartner,
        campaign,
        platformVariant,
        pageIntegration,
        consentEnvironment,
        playbackMode,
        dataMode,
        mediaOrigin,
        startCondition,
        viewCount,
        podcastApp: 'text',
      },
      result: 'object',
      effect: 'change',
    },
    event: {
      method: 'POST',
      body: {
        kind: { kind: 'text', required: true, oneOf: eventKinds },
        gid: { kind: 'id', required: true },
        seconds: { kind: 'number', min: 0, max: maxSeconds },
        at: 'timestamp',
      },
      result: 'object',
      effect: 'change',
    },
  },
  kinds: { choice, timestamp },
  refuseFor,
  validateCall,
};
