import { queryOne } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import type { Domain } from '../tenants/domain.ts';
import { wireId } from '../wire/json.ts';
import { middleOf } from './geo.ts';
import { createReportToken } from './report-token.ts';
import type { Session, SessionDetails } from './session.ts';

/**
 * What init and login answer with. The session ID is text; it is longer than a JavaScript number.
 */
export async function sessionResult(
  platform: Platform,
  domain: Domain,
  session: Session,
  isNew: boolean,
): Promise<Record<string, unknown>> {
  const device = await queryOne<{ sessions: number }>(
    platform.database,
    'select sessions from devices where domain = $1 and hash = $2',
    [domain.id, session.device],
  );
  const index = device?.sessions ?? 1;
  return {
    general: {
      cid: session.id,
      isNewSession: isNew ? 1 : 0,
      isUnique: isNew && index === 1 ? 1 : 0,
      clid: wireId(domain.id),
      uid: wireId(session.user_id ?? '0'),
      ...generalDetails(session.details, session.country, session.language),
    },
    device: {
      ...deviceDetails(session.device, session.details.deviceName),
      sessionIndex: index,
      ...(session.domaintoken && gives(platform, domain) && { domaintoken: session.domaintoken }),
    },
    system: systemDetails(platform, domain, session.id),
  };
}

/** What is known of the viewer's whereabouts and of what the caller said. */
export function generalDetails(
  details: SessionDetails,
  country: string,
  language: string,
): Record<string, unknown> {
  const [middleLat, middleLng] = middleOf(country);
  return {
    campaign: wireId(details.campaign ?? '0'),
    affiliatePartner: wireId(details.affiliatePartner ?? '0'),
    deliveryPartner: wireId(details.deliveryPartner ?? '0'),
    affiliateCode: details.nxp_afpc ?? '',
    geocode: country,
    latitude: details.lat ?? middleLat,
    longitude: details.lng ?? middleLng,
    gateway: details.gateway ?? 'desktop',
    adGateway: details.adGateway ?? '',
    language,
    referrer: details.linkOrigin ?? '',
    portal: details.portal ?? '',
    externalUserReference: details.externalUserReference ?? '',
  };
}

export function deviceDetails(hash: string, name: string | undefined): Record<string, unknown> {
  return {
    id: hash,
    ip: '127.0.0.1',
    type: 'pc',
    manufacturer: '',
    model: name ?? '',
    allowTrack: 1,
    browser: '',
    os: '',
  };
}

export function systemDetails(
  platform: Platform,
  domain: Domain,
  subject: string,
): Record<string, unknown> {
  return {
    clientstatus: 'ok',
    sdkstatus: 'ok',
    reporttoken: createReportToken(domain.secret, subject, platform.now()),
    reportregion: 'local',
  };
}

function gives(platform: Platform, domain: Domain): boolean {
  return platform.signed && domain.signed;
}
