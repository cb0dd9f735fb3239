import { createHmac } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Answer } from '../wire/envelope.ts';

/** How long what is reported with a token is taken. */
const lifetimeSeconds = 3600;

/** A token for the reporting system; its `se=` part is its end, in unix seconds. */
export function createReportToken(secret: string, subject: string, now: Date): string {
  const end = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
  const signature = createHmac('sha256', secret).update(`${subject} ${end}`).digest('hex').slice(0, 32);
  return `sr=${subject}&sig=${signature}&se=${end}`;
}

export async function reportToken(call: Call): Promise<Answer> {
  return { result: { general: { reporttoken: createReportToken(call.domain.secret, call.session!.id, call.now()) } } };
}
