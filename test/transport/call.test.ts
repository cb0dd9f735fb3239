import { expect } from 'chai';
import type { Answer } from '../../src/dialect/envelope.ts';
import { UsherError } from '../../src/errors/usher-error.ts';
import { until } from '../fixtures/session/waiting.ts';
import { answer, type Scripted } from '../fixtures/transport/scripted-fetch.ts';
import { authorize, createTransport, outcome } from '../fixtures/transport/setup.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const own = new Error("the page's own");
const html: Scripted = {
  body: '<!doctype html><title>Log in to the hotel</title>',
  headers: { 'content-type': 'text/html' },
};

/** The result of a call whose origin always gives the same answer. */
async function ending(
  script: Scripted,
  id = 'payment/preparetransaction',
  authorized = true,
): Promise<unknown> {
  const { call, clock } = createTransport([script]);
  const promise = outcome(
    call(
      id,
      id === 'payment/redeemvoucher' ? { vouchercode: 'A' } : {},
      authorized ? { obtainCredentials: authorize } : {},
    ),
  );
  await clock.advance(60_000);
  return promise;
}

describe('the outcome of a call', () => {
  it('is the result inside the envelope', async () => {
    const { call } = createTransport([
      {
        body: '{"metadata":{"status":200},"result":[{"ID":3154455148505954051}],"paging":{"start":"0","limit":20,"resultcount":"854"}}',
      },
    ]);
    const { status, result, paging } = (await call('allmedia/latest')) as Answer;
    expect({ status, result, paging }).to.deep.equal({
      status: 200,
      result: [{ ID: '3154455148505954051' }],
      paging: { start: 0, limit: 20, resultcount: 854 },
    });
  });

  it('is the worse of the two statuses', async () => {
    expect(await ending(answer(null, { status: 402, errorhint: 'declined' }, 200))).to.include({
      code: 'platform',
      status: 402,
      hint: 'declined',
    });
    expect(await ending(answer(null, { status: 200 }, 500))).to.include({
      code: 'platform',
      status: 500,
    });
    expect(await ending(answer(null, { status: '404' }))).to.include({
      code: 'not-found',
      status: 404,
    });
  });

  it('is the whole answer when it has no envelope', async () => {
    for (const result of [{ temperature: 7 }, [1, 2], 'text', 5, null]) {
      expect(await ending({ body: JSON.stringify(result) })).to.deep.include({
        status: 200,
        result,
      });
    }
  });

  it('is "malformed" when an answer with status 200 is no JSON, or incomplete', async () => {
    for (const body of [
      '',
      ' ',
      '{"metadata":{"status":200},"result":[{"ID":1',
      '{"a":1}}',
      'undefined',
      "{'a':1}",
    ]) {
      expect(await ending({ body }), body).to.include({
        code: 'malformed',
        status: 200,
        retryable: false,
      });
    }
    expect(await ending(html)).to.include({ code: 'malformed' });
  });

  it('is an error of the platform when a proxy answers in HTML', async () => {
    expect(await ending({ ...html, status: 502 })).to.include({
      code: 'platform',
      status: 502,
      retryable: true,
    });
    expect(await ending({ ...html, status: 404 })).to.include({
      code: 'platform',
      status: 404,
      lacksEnvelope: true,
    });
  });

  it('is "network" when the connection breaks, and the error holds nothing of the request', async () => {
    const { call } = createTransport(['reset']);
    const error = await outcome(
      call('session/login', { provider: 'manual', username: 'ada', password: 'C4NARY' }),
    );
    expect(error).to.include({ code: 'network', retryable: true });
    expect(
      JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause),
    ).to.not.match(/C4NARY|example\.com|3154455148505954051/);
  });

  it('is "session-lost" after a 401 or a hint that names the session, on a call that carried one', async () => {
    expect(await ending(answer(null, {}, 401))).to.include({ code: 'session-lost', status: 401 });
    expect(await ending(answer(null, { errorhint: 'Unknown session' }, 400))).to.include({
      code: 'session-lost',
      status: 400,
      hint: 'Unknown session',
    });
    expect(await ending(answer(null, { status: 401 }, 200))).to.include({ code: 'session-lost' });
    expect(await ending(answer(null, {}, 403), 'session/keepalive')).to.include({
      code: 'session-lost',
    });
  });

  it('is never "session-lost" for login, logout, a voucher, or a call without a session', async () => {
    for (const id of ['session/login', 'session/logout', 'payment/redeemvoucher']) {
      expect(await ending(answer(null, { errorhint: 'no such session' }, 401), id), id).to.include({
        code: 'platform',
        status: 401,
      });
    }
    expect(await ending(answer(null, {}, 401), 'session/staticdetails', false)).to.include({
      code: 'platform',
      status: 401,
    });
  });

  it("is the endpoint's own error after a 403 with any hint, except for keepalive", async () => {
    expect(await ending(answer(null, {}, 403))).to.include({
      code: 'platform',
      status: 403,
      retryable: false,
    });
    expect(
      await ending(answer(null, { errorhint: 'not allowed in this session' }, 403)),
    ).to.include({ code: 'platform', status: 403 });
  });

  it('has the deprecation notice, also of a failed answer', async () => {
    const { call, notices } = createTransport([
      answer({}, { notice: 'use v4' }),
      answer(null, { notice: 'gone soon' }, 404),
      answer({}),
    ]);
    for (let time = 0; time < 3; time++) await outcome(call('allmedia/random'));
    expect(notices).to.deep.equal(['use v4', 'gone soon']);
  });

  it('follows the dialect in every part that it replaces', async () => {
    const readEnvelope = (status: number, parsed: unknown): Answer => ({
      status: status === 299 ? 500 : status,
      result: (parsed as { data: unknown }).data,
      hint: 'own',
      metadata: {},
    });
    const own = (script: Scripted, dialect: object): Promise<unknown> =>
      outcome(createTransport([script], { dialect }).call('payment/preparetransaction'));
    expect(await own({ body: '{"data":5}' }, { readEnvelope })).to.deep.include({
      status: 200,
      result: 5,
    });
    expect(await own({ status: 299, body: '{}' }, { readEnvelope })).to.include({
      code: 'platform',
      hint: 'own',
    });
    expect(await own({ body: 'a=b' }, { parse: (text: string) => ({ text }) })).to.deep.include({
      result: { text: 'a=b' },
    });
    expect(await own(answer(null, {}, 400), { isSessionLost: () => true })).to.include({
      code: 'session-lost',
    });
    expect(await own(answer(null, {}, 410), { isNotFound: () => true })).to.include({
      code: 'not-found',
      status: 410,
    });
  });

  for (const [title, dialect, script] of [
    [
      'authorize',
      {
        authorize: () => {
          throw own;
        },
      },
      answer([]),
    ],
    [
      'isSessionLost',
      {
        isSessionLost: () => {
          throw own;
        },
      },
      answer(null, {}, 401),
    ],
    [
      'isNotFound',
      {
        isNotFound: () => {
          throw own;
        },
      },
      answer(null, {}, 404),
    ],
  ] as const) {
    it(`is a typed error when the page's own ${title} throws, which is reported`, async () => {
      const uncaught = collectUncaught();
      const { call, clock } = createTransport([script], { dialect: dialect as never });
      const end = outcome(call('allmedia/latest'));
      await clock.advance(10);
      expect(await end).to.include({ code: 'malformed' });
      await until(() => uncaught.errors.length);
      expect(uncaught.errors).to.deep.equal([own]);
      uncaught.stop();
    });
  }
});

describe('the report of a call', () => {
  const refuse = (): never => {
    throw new UsherError('identity-changed', 'Another viewer has logged in');
  };

  it('is empty when the check before the request refuses it', async () => {
    const { call, sent, events } = createTransport([answer({})]);
    const options = { obtainCredentials: authorize, beforeSend: refuse };
    expect(
      await outcome(call('payment/itemstate', { item: 7, streamtype: 'video' }, options)),
    ).to.include({ code: 'identity-changed' });
    expect(sent).to.have.length(0);
    expect(events).to.deep.equal([]);
  });

  it('has the attempts that were sent, when a later one is refused', async () => {
    const { call, sent, events, clock } = createTransport([answer(null, {}, 503)]);
    let checks = 0;
    const beforeSend = (): void => {
      if (++checks > 1) refuse();
    };
    const end = outcome(call('allmedia/latest', {}, { obtainCredentials: authorize, beforeSend }));
    await clock.advance(30_000);
    expect(await end).to.include({ code: 'identity-changed' });
    expect(sent).to.have.length(1);
    expect(events.map(({ status, attempt }) => [status, attempt])).to.deep.equal([[503, 1]]);
  });
});
