import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';

/** How long what is reported with a token is taken. */
const lifetimeSeconds = 3600;

/** A token for the reporting system; its `se=` part is its end, in unix seconds. */
export function createReportToken(secret: string, subject: string, now: Date): string {
  return signToken(secret, subject, Math.floor(now.getTime() / 1000) + lifetimeSeconds);
}

/**
 * Of whom a token says that it is, without a look at its signature; `undefined` when it is none. A
 * session's ID, or `static`.
 */
export function subjectOf(token: string): string | undefined {
  return /^sr=(\d{1,19}|static)&sig=[0-9a-f]{32}&se=\d{1,12}$/.exec(token)?.[1];
}

/** Whether a token was signed with a domain's secret, and has not ended. */
export function isReportToken(secret: string, token: string, now: Date): boolean {
  const [subject, end] = [subjectOf(token), Number(/se=(\d+)$/.exec(token)?.[1])];
  if (subject === undefined || end * 1000 <= now.getTime()) return false;
  const [expected, given] = [Buffer.from(signToken(secret, subject, end)), Buffer.from(token)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function signToken(secret: string, subject: string, end: number): string {
  const signature = createHmac('sha256', secret)
    .update(`${subject} ${end}`)
    .digest('hex')
    .slice(0, 32);
  return `sr=${subject}&sig=${signature}&se=${end}`;
}

export async function reportToken(call: Call): Promise<Answer> {
  return {
    result: {
      general: { reporttoken: createReportToken(call.domain.secret, call.session!.id, call.now()) },
    },
  };
}
