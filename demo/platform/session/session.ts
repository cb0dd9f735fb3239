/** A session, as stored, with its user. */
export interface Session {
  readonly id: string;
  readonly domain: string;
  /** The device hash that it was opened with, or the ID that another client gave its device. */
  readonly device: string;
  /** Empty for a lasting session, and for a device without a hash: the client gets no token. */
  readonly domaintoken: string;
  readonly page_secret: string;
  readonly lasting: boolean;
  readonly created_at: Date;
  readonly kept_alive_at: Date;
  readonly ended_at: Date | null;
  readonly country: string;
  readonly language: string;
  readonly details: SessionDetails;
  readonly user_id: string | null;
  readonly username: string | null;
  readonly userhash: string | null;
  readonly user_age: number | null;
}

/** What init said, by wire name, and what the platform made of it. */
export interface SessionDetails {
  readonly gateway?: string;
  readonly adGateway?: string;
  readonly portal?: string;
  readonly deliveryPartner?: string;
  readonly nxp_afpc?: string;
  readonly deviceName?: string;
  readonly linkOrigin?: string;
  readonly externalUserReference?: string;
  readonly affiliatePartner?: string;
  readonly campaign?: string;
  readonly lat?: number;
  readonly lng?: number;
}

/** Whether a session still answers at this moment. */
export function isAlive(session: Session, now: Date, lifetimeSeconds: number): boolean {
  if (session.ended_at) return false;
  return (
    session.lasting || now.getTime() - session.kept_alive_at.getTime() <= lifetimeSeconds * 1000
  );
}
