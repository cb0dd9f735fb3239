import { queryOne } from '../../database/database.ts';
import type { Platform } from '../../platform.ts';
import { isReportToken, subjectOf } from '../../session/report-token.ts';
import { findSession } from '../../session/session-store.ts';
import type { Session } from '../../session/session.ts';
import type { Domain } from '../../tenants/domain.ts';
import { isStorableId } from '../../wire/id.ts';
import { Refusal } from '../../wire/refusal.ts';
import type { EventContext } from '../event-context.ts';
import type { Report } from './read-report.ts';
import { readUserAgent } from './user-agent.ts';

/** Who reports: a session, or a page without one. */
export interface Reporter {
  readonly domain: Domain;
  readonly session: Session | undefined;
}

/**
 * Finds who holds the token of a report. @throws {Refusal} 401 where the token is none, of somebody
 * else, or over.
 */
export async function findReporter(
  platform: Platform,
  { token, domain: named }: Pick<Report, 'token' | 'domain'>,
): Promise<Reporter> {
  const subject = subjectOf(token);
  const refused = new Refusal(
    401,
    'reporttoken must be one that was given out within the last hour',
  );
  if (subject === 'static' && named === undefined) {
    throw new Refusal(400, 'domain must be given with a token of staticdetails');
  }
  const id =
    subject === undefined || subject === 'static' ? named : await domainOf(platform, subject);
  const domain = id === undefined ? undefined : await platform.tenants.get(id);
  if (subject === undefined || !domain || !isReportToken(domain.secret, token, platform.now())) {
    throw refused;
  }
  if (named !== undefined && named !== domain.id) {
    throw new Refusal(400, 'domain must be that of the token, or left out');
  }
  return {
    domain,
    session:
      subject === 'static' ? undefined : await findSession(platform.database, domain.id, subject),
  };
}

async function domainOf({ database }: Platform, session: string): Promise<string | undefined> {
  if (!isStorableId(session)) return undefined;
  return (
    await queryOne<{ domain: string }>(database, 'select domain from sessions where id = $1', [
      session,
    ])
  )?.domain;
}

/**
 * Where and how: as the report says, else as the session's init did, else as the browser shows
 * itself.
 */
export function contextOf(
  { domain, session }: Reporter,
  report: Report,
  userAgent: string,
): EventContext {
  const { gateway, deliveryPartner, affiliatePartner, campaign } = session?.details ?? {};
  const partners = Object.entries({
    deliveryPartner,
    affiliatePartner,
    campaign,
    ...report.context,
  })
    .filter(
      ([field, value]) =>
        value !== undefined && /^(deliveryPartner|affiliatePartner|campaign)$/.test(field),
    )
    // Without leading zeros.
    .map(([field, value]): [string, string] => [field, String(BigInt(value!))]);
  return {
    ...readUserAgent(userAgent),
    gateway: gateway ?? 'desktop',
    mediaOrigin: 'own',
    dataMode: session ? 'api' : 'static',
    ...report.context,
    ...Object.fromEntries(partners),
    countryCode: session?.country ?? domain.country,
  };
}
