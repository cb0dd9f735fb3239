import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { readJson } from '../../demo/platform/wire/json.ts';
import { startProvider } from '../../demo/provider/start-provider.ts';
import { startDemoServer } from '../../demo/server.ts';
import { abortRequest, printedErrors } from '../fixtures/platform/aborted-request.ts';
import { openPage, send, sign } from '../fixtures/platform/client.ts';

let platform: RunningPlatform;
let base: string;
test.beforeAll(async () => {
  platform = await startPlatform({ quiet: true, log: true });
  base = `${platform.url}/v3.1/741`;
});
test.afterAll(() => platform.close());

test('a preflight allows every page and header, and is cached', async () => {
  const { status, headers } = await fetch(`${base}/allmedia/latest`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://page.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-request-cid,x-request-token,x-request-whatever',
    },
  });
  expect(status).toBe(204);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(headers.get('Access-Control-Allow-Headers')).toBe(
    'x-request-cid,x-request-token,x-request-whatever',
  );
  expect(headers.get('Access-Control-Allow-Methods')).toContain('DELETE');
  expect(headers.get('Access-Control-Max-Age')).toBe('7200');
});

test('every page may read every answer, good or bad', async () => {
  for (const path of [
    '/v3.1/741/session/staticdetails',
    '/v3.1/741/allmedia/latest',
    '/v3.1/741/nothing',
    '/nothing',
    '/media/clip.webm',
    '/poster/5000001.svg',
    '/poster/1.svg',
  ]) {
    const { headers } = await fetch(platform.url + path);
    expect(headers.get('Access-Control-Allow-Origin'), path).toBe('*');
    expect(headers.get('Access-Control-Expose-Headers'), path).toContain('Retry-After');
  }
});

test('the version alone means the default domain, other domains follow it', async () => {
  expect((await send(`${platform.url}/v3.1/session/init`, { form: {} })).metadata).toMatchObject({
    fordomain: 741,
    calledwith: '/session/init',
  });
  expect(
    (await send(`${platform.url}/v3.1/9040/session/init`, { form: {} })).metadata,
  ).toMatchObject({ fordomain: 9040, calledwith: '/session/init' });
  expect(await send(`${platform.url}/v3.1/5/session/init`, { form: {} })).toMatchObject({
    status: 404,
    metadata: { errorhint: 'there is no domain 5' },
  });
});

test('an unknown path is 404, a wrong method is 405 with the right one', async () => {
  for (const path of [
    '/v3.1/741/session/nothing',
    '/v3.1/741/session',
    '/v3.1/741',
    '/v3.1',
    '/',
    '/v3.1/741/allmedia/latest/more',
    '/v3.0/session/init',
    '/v3.1/741/__proto__/constructor',
  ]) {
    const { status, metadata } = await send(platform.url + path);
    expect({ path, status, inside: metadata['status'], hint: metadata['errorhint'] }).toEqual({
      path,
      status: 404,
      inside: 404,
      hint: expect.any(String),
    });
  }
  const wrong = await send(`${base}/session/init`);
  expect(wrong).toMatchObject({
    status: 405,
    metadata: { status: 405, errorhint: expect.stringContaining('POST') },
  });
  expect(wrong.headers.get('Allow')).toContain('POST');
  expect((await send(`${base}/allmedia/latest`, { method: 'DELETE' })).status).toBe(405);
});

test('HEAD is answered as GET, without a body', async () => {
  const response = await fetch(`${base}/session/staticdetails`, { method: 'HEAD' });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('');
});

test('a path that the document misspells is served in both spellings', async () => {
  const { cid, secret } = await openPage(platform.url, 741);
  for (const operation of ['registationsbyday', 'registrationsbyday']) {
    const { status } = await send(
      `${base}/statistics/${operation}?streamtype=video&from=2026-11-20&to=2026-11-20`,
      { headers: { 'X-Request-CID': cid, 'X-Request-Token': sign(operation, 741, secret) } },
    );
    expect(status).toBe(200);
  }
});

test('unreadable JSON is 400, a body too large 413, announced or not', async () => {
  const json = { 'Content-Type': 'application/json' };
  for (const body of ['{', '[1]', '"x"', 'null', '{"lat":}', '{"a":1'.repeat(50_000)]) {
    const response = await fetch(`${base}/session/init`, { method: 'POST', headers: json, body });
    expect(response.status, body.slice(0, 20)).toBe(400);
    expect(((await response.json()) as any).metadata.errorhint).toContain('JSON');
  }
  const large = await fetch(`${base}/session/init`, {
    method: 'POST',
    body: new URLSearchParams({ portal: 'x'.repeat(1_100_000) }),
  });
  expect(large.status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 20; n++) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(100_000)));
      }
      controller.close();
    },
  });
  const streamed = await fetch(`${base}/session/init`, {
    method: 'POST',
    body: chunks,
    duplex: 'half',
  } as RequestInit);
  expect(streamed.status).toBe(413);
});

test('a number with many decimals is read, and a long whole number keeps its digits', async () => {
  const response = await fetch(`${base}/session/init`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"lat":51.50735090000000033,"lng":-0.12775829999999998}',
  });
  expect(response.status).toBe(200);
  const text =
    '[1.2000000000000002,-0.30000000000000004,1e-0000000000000007,-9007199254740993,' +
    '{"id":9007199254740993},"1.2000000000000002"]';
  expect(readJson(text)).toEqual([
    1.2000000000000002,
    -0.30000000000000004,
    1e-7,
    '-9007199254740993',
    { id: '9007199254740993' },
    '1.2000000000000002',
  ]);
});

test('nested, repeated and hostile JSON values are refused or read as text, never run', async () => {
  for (const body of [
    '{"lat":{"x":1}}',
    '{"lat":[1,2]}',
    '{"nxp_devh":{"length":1}}',
    '{"campaign":true}',
  ]) {
    const response = await fetch(`${base}/session/init`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect([200, 400], body).toContain(response.status);
  }
  const proto = await fetch(`${base}/session/init`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  });
  expect(proto.status).toBe(200);
  expect(({} as any).polluted).toBeUndefined();
});

test('invalid HTTP, broken escapes and half requests do no harm', async () => {
  const port = Number(new URL(platform.url).port);
  for (const raw of [
    'nonsense\r\n\r\n',
    'GET /v3.1/741/allmedia/byquery/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'POST /v3.1/741/session/init HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhalf',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /v3.1/741/session/staticdetails?a=%ff%fe HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  ]) {
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(raw));
      socket.on('data', (data) => {
        text += String(data);
      });
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
      setTimeout(() => socket.destroy(), 300);
    });
    expect(answer, raw).not.toMatch(/node_modules|\.ts:\d+|    at /);
  }
  expect((await send(`${base}/session/staticdetails`)).status).toBe(200);
});

test('an internal error is 500 with a neutral hint, without details', async () => {
  const broken = await startPlatform({
    quiet: true,
    now: () => {
      throw new Error('SECRET DETAIL');
    },
  }).catch((error: Error) => error);
  expect(broken).toBeInstanceOf(Error);
  let failing = false;
  const other = await startPlatform({
    quiet: true,
    now: () => {
      if (failing) throw new Error('SECRET DETAIL');
      return new Date();
    },
  });
  failing = true;
  const { status, text, metadata } = await send(`${other.url}/v3.1/741/session/init`, { form: {} });
  expect({ status, hint: metadata['errorhint'] }).toEqual({
    status: 500,
    hint: 'the platform met an error of its own',
  });
  expect(text).not.toContain('SECRET');
  failing = false;
  expect((await send(`${other.url}/v3.1/741/session/init`, { form: {} })).status).toBe(200);
  await other.close();
});

test('requests are recorded when the platform keeps a log', async () => {
  const since = Date.now();
  await openPage(platform.url, 9041, { gateway: 'desktop' });
  const logged = (await (
    await fetch(`${platform.url}/__log?since=${since}&domain=9041`)
  ).json()) as any[];
  expect(logged).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/v3.1/9041/session/init',
      status: 200,
      body: expect.stringContaining('gateway=desktop'),
    }),
  ]);
  expect(logged[0].at).toBeGreaterThanOrEqual(since);
  expect(platform.calls.at(-1)).toMatchObject({ path: '/v3.1/9041/session/init' });
  const silent = await startPlatform({ quiet: true });
  expect((await fetch(`${silent.url}/__log`)).status).toBe(404);
  await silent.close();
});

test('a port in use is replaced by another', async () => {
  const taken = Number(new URL(platform.url).port);
  const other = await startPlatform({ quiet: true, port: taken });
  expect(other.url).not.toBe(platform.url);
  expect((await send(`${other.url}/v3.1/741/session/staticdetails`)).status).toBe(200);
  await other.close();
});

test('a body that breaks off is no fault of the platform', async () => {
  const loud = await startPlatform({ databaseUrl: '' });
  const paths = ['/v3.1/741/session/init', '/v3.1/741/session/keepalive', '/__report'];
  const printed = await printedErrors(async () => {
    for (const path of paths) await abortRequest(loud.url + path);
    await fetch(`${loud.url}/v3.1/741/session/staticdetails`);
    await loud.close();
  });
  expect(printed).toEqual([]);
});

/** Sends a request under a name that this machine does not have. */
function underHost(url: string, host: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { headers: { Host: host } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

test('a foreign Host is refused by every server, as a page that made its name point here would send it', async () => {
  const provider = await startProvider();
  const page = await startDemoServer({ baseUrl: base, domain: 741, hosts: ['www.example.test'] });
  const open = await startPlatform({
    quiet: true,
    databaseUrl: '',
    hosts: ['www.example.test:8443'],
  });
  const paths = [
    [platform.url, '/v3.1/741/session/staticdetails'],
    [provider.url, '/jwks.json'],
    [page.url, '/page/mark.svg'],
  ] as const;
  for (const [url, path] of paths) {
    const { port } = new URL(url);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      '10.0.0.1',
    ]) {
      expect(await underHost(url, host, path), `${path} ${host}`).toBe(421);
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect(await underHost(url, host, path), `${path} ${host}`).toBe(200);
    }
  }
  expect(await underHost(page.url, 'www.example.test', '/page/mark.svg')).toBe(200);
  expect(await underHost(open.url, 'www.example.test:8443', paths[0][1])).toBe(200);
  for (const server of [provider, page, open]) await server.close();
});
