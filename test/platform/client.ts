import { createHash } from 'node:crypto';

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly metadata: Record<string, any>;
  readonly result: any;
  readonly paging: { start: number; limit: number; resultcount: number };
  readonly headers: Headers;
}

export interface Sent {
  readonly method?: string;
  readonly form?: Record<string, string>;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * Sends a request as a page or a server would; numbers too long for JavaScript become text, so that
 * tests see every digit.
 */
export async function send(address: string, sent: Sent = {}): Promise<Answered> {
  const body = sent.form
    ? new URLSearchParams(sent.form)
    : sent.json === undefined
      ? undefined
      : JSON.stringify(sent.json);
  const response = await fetch(address, {
    method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(sent.json !== undefined && { 'Content-Type': 'application/json' }),
      ...sent.headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const parsed = JSON.parse(text.replace(/([[:,])(\d{16,})(?=[,}\]])/g, '$1"$2"'));
  return { status: response.status, text, headers: response.headers, ...parsed };
}

export const deviceHash = '4:1500496747:178989';

/**
 * MD5 of operation, domain and secret, written out here so that the platform's own code is not its
 * own witness.
 */
export function sign(operation: string, domain: number, secret: string): string {
  return createHash('md5')
    .update(operation + domain + secret)
    .digest('hex');
}

export interface Page {
  readonly cid: string;
  readonly secret: string;
  readonly init: Answered;
  /** Calls with session and signature. */
  call(path: string, sent?: Sent): Promise<Answered>;
  /** The titles of a list. */
  titles(path: string): Promise<string[]>;
}

/** Opens a session as a page does. */
export async function openPage(
  url: string,
  domain: number,
  form: Record<string, string> = {},
): Promise<Page> {
  const base = `${url}/v3.1/${domain}`;
  const init = await send(`${base}/session/init`, { form: { nxp_devh: deviceHash, ...form } });
  const cid: string = init.result.general?.cid;
  const token: string | undefined = init.result.device?.domaintoken;
  const hash = form['nxp_devh'] ?? deviceHash;
  const secret = token?.slice(Number(hash.at(0)), -Number(hash.at(-1))) ?? '';
  const call = (path: string, sent: Sent = {}): Promise<Answered> => {
    const operation = path.split('/')[2]!.split('?')[0]!;
    return send(base + path, {
      ...sent,
      headers: {
        'X-Request-CID': cid,
        'X-Request-Token': sign(operation, domain, secret),
        ...sent.headers,
      },
    });
  };
  return {
    cid,
    secret,
    init,
    call,
    titles: async (path) => (await call(path)).result.map((item: any) => item.general.title),
  };
}

/** Calls as a client on a server does: lasting session, the domain's own secret. */
export function serverClient(
  url: string,
  domain: number,
  tenant: { domainSecret: string; serverSessionId: string },
): (path: string, sent?: Sent) => Promise<Answered> {
  return (path, sent = {}) => {
    const operation = path.split('/')[2]!.split('?')[0]!;
    const headers = {
      'X-Request-CID': tenant.serverSessionId,
      'X-Request-Token': sign(operation, domain, tenant.domainSecret),
      'X-Request-Consumer': 'tests',
      'X-Request-Client-Version': '9',
    };
    return send(`${url}/v3.1/${domain}${path}`, {
      ...sent,
      headers: { ...headers, ...sent.headers },
    });
  };
}
