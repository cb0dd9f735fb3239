import { expect } from 'chai';
import { answer } from '../fixtures/transport/scripted-fetch.ts';
import { createTransport, outcome } from '../fixtures/transport/setup.ts';

const id = 'session/keepalive'; // a change: it is sent once

describe('the endpoint of an error', () => {
  for (const [code, script] of [
    ['platform', { status: 402, body: '{"metadata":{"status":402}}' }],
    ['not-found', { status: 404, body: '{"metadata":{"status":404}}' }],
    ['malformed', { status: 200, body: '<html>' }],
  ] as const) {
    it(`is that of the call, if it ends with ${code}`, async () => {
      const { call } = createTransport([script]);
      expect(await outcome(call(id))).to.include({ code, endpoint: id });
    });
  }

  it('is that of the call, if its signal is aborted', async () => {
    const { call } = createTransport([answer({})]);
    const signals = [AbortSignal.abort()];
    expect(await outcome(call(id, {}, { signals }))).to.include({ code: 'aborted', endpoint: id });
  });
});
