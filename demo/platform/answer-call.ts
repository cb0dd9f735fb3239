import type { Context } from 'hono';
import { decodeCall } from '../../src/contract/decode.ts';
import type { Area } from '../../src/contract/endpoint.ts';
import type { Call } from './call.ts';
import { handlers } from './handlers.ts';
import type { Platform } from './platform.ts';
import { authorize } from './session/authorize.ts';
import { pathWithin, respond, type Answer } from './wire/envelope.ts';
import { readInput } from './wire/read-input.ts';
import { asRefusal, Refusal } from './wire/refusal.ts';

/**
 * Answers one call of a row: reads and checks its input, finds its domain and session, hands it on.
 * Never throws.
 */
export async function answerCall(
  platform: Platform,
  area: Area,
  name: string,
  context: Context,
): Promise<Response> {
  const about: About = {
    startedMs: performance.now(),
    domain: context.req.param('domain') ?? platform.defaultDomain,
    calledFor: context.req.query('cfo'),
  };
  try {
    return respond(
      context,
      { status: 200, ...(await handle(platform, area, name, context, about)) },
      about,
    );
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) return respond(context, refusal, about);
    platform.reportFault(error);
    return respond(context, { status: 500, hint: 'the platform met an error of its own' }, about);
  }
}

/** What an answer says about its call. */
interface About {
  readonly startedMs: number;
  readonly domain: string;
  /** The caller's own reference (`cfo`), of the query until the body is read. */
  calledFor: string | undefined;
}

async function handle(
  platform: Platform,
  area: Area,
  name: string,
  context: Context,
  about: About,
): Promise<Answer> {
  const id = `${area.name}/${name}`;
  const domain = await platform.tenants.get(about.domain);
  if (!domain) throw new Refusal(404, `there is no domain ${about.domain}`);
  const texts = await readInput(context);
  about.calledFor = texts['cfo'];
  const values = decodeCall(area, name, texts);
  const session = await authorize(platform, domain, id, {
    operation: pathWithin(context).split('/')[2]!,
    sessionId: context.req.header('X-Request-CID'),
    token: context.req.header('X-Request-Token'),
  });
  const call: Call = {
    ...platform,
    domain,
    session,
    values,
    origin: new URL(context.req.url).origin,
  };
  return handlers[id]!(call); // every row has one, which a test makes sure of
}
