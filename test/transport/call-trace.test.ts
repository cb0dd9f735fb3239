import { expect } from 'chai';
import { debug, type DebugNote } from '../../src/browser/debug-notes.ts';
import { UsherError } from '../../src/errors/usher-error.ts';
import type { PlatformError } from '../../src/index.ts';
import { answer } from '../fixtures/transport/scripted-fetch.ts';
import { authorize, createTransport, outcome } from '../fixtures/transport/setup.ts';

/** The random number of the fixture is one half, which gives this reference. */
const reference = 'i000000000';
const busy = { status: 503, body: '{"metadata":{"status":503}}' };

describe('the reference of a call', () => {
  afterEach(() => {
    delete debug.notes;
    delete debug.target;
  });

  it('ends the body of a POST, and is in its event', async () => {
    const { call, sent, events } = createTransport([answer({})]);
    await call('session/login', { provider: 'hash', token: 't' });
    expect(sent[0]!.body).to.equal(`provider=hash&token=t&cfo=${reference}`);
    expect(events).to.have.length(1);
    expect(events[0]).to.include({ id: 'session/login', attempt: 1, status: 200, reference });
    expect(events[0]!.code).to.equal(undefined);
  });

  it('differs for each call', async () => {
    let next = 0;
    const { call, sent } = createTransport([answer({})], { random: () => (next += 0.1) });
    await call('session/keepalive');
    await call('session/keepalive');
    expect(sent[0]!.body).to.match(/^cfo=[0-9a-z]{10}$/);
    expect(sent[1]!.body).to.not.equal(sent[0]!.body);
  });

  it('is the same for the repeats of one call, and is in its error', async () => {
    const { call, sent, clock, events } = createTransport([busy]);
    const ended = outcome(call('payment/itemstate', { item: 7, streamtype: 'video' }));
    await clock.advance(5000);
    const error = (await ended) as PlatformError;
    expect(sent.map(({ body }) => body)).to.deep.equal(Array(3).fill(`cfo=${reference}`));
    expect(error).to.include({ code: 'platform', reference });
    expect(events.map(({ attempt, status, code }) => [attempt, status, code])).to.deep.equal([
      [1, 503, 'platform'],
      [2, 503, 'platform'],
      [3, 503, 'platform'],
    ]);
  });

  it('is in one event for each attempt, and in none for a repeat without a session', async () => {
    const { call, sent, clock, events } = createTransport([busy]);
    let obtained = 0;
    const obtainCredentials = async (): Promise<undefined> => {
      if (++obtained > 2) throw new UsherError('offline', 'there is no session');
      return undefined;
    };
    const values = { item: 7, streamtype: 'video' };
    const ended = outcome(call('payment/itemstate', values, { obtainCredentials }));
    await clock.advance(5000);
    expect(await ended).to.include({ code: 'offline' });
    expect(obtained).to.equal(3); // the call waits for a session, and takes it, before it is sent
    expect(sent).to.have.length(1);
    expect(events.map(({ attempt, status, code }) => [attempt, status, code])).to.deep.equal([
      [1, 503, 'platform'],
    ]);
  });

  it("is the platform's own in the event, when the answer has one", async () => {
    const { call, events } = createTransport([answer({}, { calledfor: 'p-7' })]);
    await call('session/keepalive');
    expect(events[0]).to.include({ reference: 'p-7' });
  });

  it('is not in the address of a GET, which can be cached', async () => {
    const { call, sent, events } = createTransport([answer([])]);
    await call('allmedia/latest', { limit: 2 });
    expect(sent[0]!.request.url).to.match(/latest\?limit=2$/);
    expect(events[0]!.reference).to.equal(undefined);
  });

  it('is in the address of a GET while a page has the option debug: true', async () => {
    debug.target = true;
    const { call, sent, events } = createTransport([answer([])]);
    await call('allmedia/latest', { limit: 2 });
    await call('allmedia/latest');
    expect(sent[0]!.request.url).to.match(new RegExp(`latest\\?limit=2&cfo=${reference}$`));
    expect(sent[1]!.request.url).to.match(new RegExp(`latest\\?cfo=${reference}$`));
    expect(events[0]).to.include({ reference });
  });

  it('is not in the address of a GET while a function of the page takes the entries', async () => {
    debug.notes = [] as DebugNote[];
    debug.target = () => {};
    const { call, sent } = createTransport([answer([])]);
    await call('allmedia/latest', { limit: 2 });
    expect(sent[0]!.request.url).to.match(/latest\?limit=2$/);
  });

  it('does not replace one that the page gives', async () => {
    debug.target = true;
    const { call, sent } = createTransport([answer([])]);
    await call('allmedia/latest', { cfo: 'own' });
    expect(sent[0]!.request.url).to.match(/latest\?cfo=own$/);
  });

  it('is not sent with a finish, whose bytes stay the same', async () => {
    const { call, sent, events } = createTransport([answer({})]);
    await call('payment/finishtransaction', { transactionID: 7 });
    expect(sent[0]!.body).to.equal('');
    expect(events[0]!.reference).to.equal(undefined);
  });

  it('is not sent when the dialect switches it off', async () => {
    debug.target = true;
    const { call, sent, events } = createTransport([answer({})], {
      dialect: { sendsReference: false },
    });
    await call('session/keepalive');
    await call('allmedia/latest', {}, { obtainCredentials: authorize });
    expect(sent[0]!.body).to.equal('');
    expect(sent[1]!.request.url).to.not.include('cfo');
    expect(events.map((event) => event.reference)).to.deep.equal([undefined, undefined]);
  });
});
