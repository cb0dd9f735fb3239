import { expect } from 'chai';
import { requestInit } from '../../src/browser/request-init.ts';
import type { UsherError } from '../../src/errors/usher-error.ts';
import { createCallLog, type CallLog } from '../../src/transport/call-log.ts';
import { createSend, type HttpRequest } from '../../src/transport/send.ts';
import { createFakeClock, settle, type FakeClock } from '../fixtures/transport/fake-clock.ts';
import { scriptFetch, type Scripted } from '../fixtures/transport/scripted-fetch.ts';

const get: HttpRequest = {
  id: 'allmedia/latest',
  url: 'https://scripted.test/v3.1/741/allmedia/latest?q=a%20b',
  method: 'GET',
  headers: { 'X-Request-CID': '315' },
  body: '',
};
const post: HttpRequest = {
  ...get,
  id: 'session/login',
  url: 'https://scripted.test/v3.1/741/session/login',
  method: 'POST',
  body: 'username=ada%20b&password=p%26q',
};
const never = new AbortController().signal;

interface Sender {
  /** Sends a request, and returns its status or the code of its error. */
  readonly send: (request: HttpRequest, signal?: AbortSignal) => Promise<string>;
  readonly sent: ReturnType<typeof scriptFetch>['sent'];
  readonly log: CallLog;
  readonly clock: FakeClock;
}

function createSender(...script: Scripted[]): Sender {
  const clock = createFakeClock();
  const log = createCallLog(clock);
  const { fetch, sent } = scriptFetch(...script);
  const send = createSend({ fetch }, requestInit, log);
  return {
    send: (request, signal = never) =>
      send(request, signal).then(
        ({ status }) => String(status),
        (error: { code: string }) => error.code,
      ),
    sent,
    log,
    clock,
  };
}

describe('one request', () => {
  it('is sent once, also a GET that failed in a way that ofetch would repeat', async () => {
    for (const status of [408, 409, 425, 429, 500, 502, 503, 504]) {
      const { send, sent } = createSender({ status, body: 'busy' });
      expect(await send(get)).to.equal(String(status));
      expect(sent, String(status)).to.have.length(1);
    }
    const { send, sent } = createSender('reset');
    expect(await send(get)).to.equal('network');
    await settle();
    expect(sent).to.have.length(1);
  });

  it('is sent unchanged: ofetch changes nothing in address, body and headers', async () => {
    const { send, sent } = createSender({ body: '{}' });
    for (const request of [get, post]) await send(request);
    expect(
      sent.map(({ request, body }) => [
        request.method,
        request.url,
        body,
        Object.fromEntries(request.headers),
      ]),
    ).to.deep.equal([
      ['GET', get.url, '', { accept: '*/*', 'x-request-cid': '315' }],
      [
        'POST',
        post.url,
        post.body,
        {
          accept: '*/*',
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-request-cid': '315',
        },
      ],
    ]);
  });

  it('returns the text unchanged, with any content type', async () => {
    for (const type of ['application/json', 'application/octet-stream', 'text/event-stream', '']) {
      const { fetch } = scriptFetch({
        body: '{"cut":',
        headers: type ? { 'content-type': type } : {},
      });
      const { text } = await createSend(
        { fetch },
        requestInit,
        createCallLog(createFakeClock()),
      )(get, never);
      expect(text, type).to.equal('{"cut":');
    }
  });

  it('is not sent after its abort, also by a fetch that ignores the signal', async () => {
    let fetches = 0;
    const fetch = async (): Promise<Response> => {
      fetches++;
      return new Response('{}');
    };
    const send = createSend({ fetch }, requestInit, createCallLog(createFakeClock()));
    const code = await send(post, AbortSignal.abort()).catch((error: UsherError) => error.code);
    expect({ code, fetches }).to.deep.equal({ code: 'network', fetches: 0 });
  });

  it('ends when it is aborted during the body', async () => {
    const { send, sent } = createSender({ stalls: '{"metadata":' });
    const abort = new AbortController();
    const end = send(get, abort.signal);
    await settle();
    expect(sent).to.have.length(1);
    abort.abort();
    expect(await end).to.equal('network');
    await settle();
    expect(sent).to.have.length(1);
  });

  it('uses the given fetch, not one that the page sets later', async () => {
    const { send, sent } = createSender({ body: '{}' });
    const real = globalThis.fetch;
    globalThis.fetch = () => {
      throw new Error('the page has replaced fetch');
    };
    try {
      expect(await send(get)).to.equal('200');
    } finally {
      globalThis.fetch = real;
    }
    expect(sent).to.have.length(1);
  });
});

describe('the log of calls', () => {
  it('has each completed request, with route and status only', async () => {
    const { send, log, clock } = createSender({ body: '{}' }, { status: 503, body: '' }, 'reset');
    const at = clock.now();
    for (const request of [get, post, get]) await send(request);
    expect(log.calls).to.deep.equal([
      { startedAt: at, id: 'allmedia/latest', durationMs: 0, status: 200 },
      { startedAt: at, id: 'session/login', durationMs: 0, status: 503 },
      { startedAt: at, id: 'allmedia/latest', durationMs: 0, status: 0 },
    ]);
  });

  it('counts the time until the end of the body, also when the body breaks off', async () => {
    const { send, log, clock } = createSender({ stalls: '{' });
    const abort = new AbortController();
    const end = send(get, abort.signal);
    await clock.advance(700);
    expect(log.calls, 'under way').to.deep.equal([]);
    abort.abort();
    await end;
    expect(log.calls).to.deep.equal([
      { startedAt: clock.now() - 700, id: 'allmedia/latest', durationMs: 700, status: 200 },
    ]);
  });

  it('has no request that was aborted before it was sent', async () => {
    const { send, sent, log } = createSender({ body: '{}' });
    expect(await send(get, AbortSignal.abort())).to.equal('network');
    expect([sent.length, log.calls.length]).to.deep.equal([0, 0]);
  });

  it('keeps the last 50', async () => {
    const { send, log } = createSender({ body: '{}' });
    for (let n = 0; n < 60; n++) await send({ ...get, id: `allmedia/${n}` });
    expect(log.calls.map(({ id }) => id)).to.deep.equal(
      Array.from({ length: 50 }, (_, n) => `allmedia/${n + 10}`),
    );
  });
});
