import { expect } from 'chai';
import { atom } from 'nanostores';
import { createFaults, slowMs, type Faults } from '../../src/inspector/faults.ts';
import { sessionState, type SessionState } from '../../src/session/state/session-state.ts';
import { createFakeClock, type FakeClock } from '../fixtures/transport/fake-clock.ts';

const stateOf = (id: string | null): SessionState =>
  sessionState('ready', id ? { id } : undefined, { changedAt: 0 });

describe('the faults of the inspector', () => {
  const url = 'https://platform.test/v3.1/741/payment/itemstate';
  let clock: FakeClock;
  let sent: RequestInit[];
  let browser: { fetch: typeof fetch; clock: FakeClock };
  let faults: Faults;
  const $session = atom(stateOf('1234'));
  const outcome = (request: Promise<Response>): Promise<string> =>
    request.then(
      () => 'answered',
      (error: Error) => error.name,
    );

  beforeEach(() => {
    clock = createFakeClock();
    sent = [];
    $session.set(stateOf('1234'));
    const answer: typeof fetch = async (_url, init = {}) => {
      sent.push(init);
      return new Response('{}');
    };
    browser = { fetch: answer, clock };
    faults = createFaults(browser, $session);
  });

  afterEach(() => faults.end());

  it('delay an answer, and end with the request', async () => {
    faults.setSlow(true);
    let isThere = false;
    const late = browser.fetch(url).then(() => {
      isThere = true;
    });
    await clock.advance(slowMs - 1);
    expect(sent).to.have.length(1);
    expect(isThere).to.equal(false);
    await clock.advance(1);
    await late;

    const abort = new AbortController();
    const aborted = outcome(browser.fetch(url, { signal: abort.signal }));
    await clock.advance(1);
    abort.abort();
    expect(await aborted).to.equal('AbortError');
    expect(clock.waiting()).to.equal(0);
    faults.setSlow(false);
    expect(await outcome(browser.fetch(url))).to.equal('answered');
  });

  it('send a lost session under another ID, until another session is open', async () => {
    const request = { headers: { 'X-Request-CID': '1234' }, body: 'a=1&currentSession=1234' };
    const sentId = (): string => {
      const { headers, body } = sent.at(-1)!;
      return `${new Headers(headers).get('X-Request-CID')} ${body as string}`;
    };
    expect(faults.loseSession()).to.equal(true);
    await browser.fetch(url, request);
    expect(sentId()).to.equal('8765 a=1&currentSession=8765');
    $session.set(stateOf(null)); // while the next one is opened
    await browser.fetch(url, request);
    expect(sentId()).to.equal('8765 a=1&currentSession=8765');
    $session.set(stateOf('5678'));
    await browser.fetch(url, request);
    expect(sentId()).to.equal('1234 a=1&currentSession=1234');
  });

  it('cannot lose a session that is not there', () => {
    $session.set(stateOf(null));
    expect(faults.loseSession()).to.equal(false);
  });

  it('lose one answer, after the request was sent', async () => {
    faults.loseAnswer();
    expect(await outcome(browser.fetch(url))).to.equal('TypeError');
    expect(sent).to.have.length(1);
    expect(await outcome(browser.fetch(url))).to.equal('answered');
  });

  it('leave the browser as it was', async () => {
    faults.setOffline(true);
    expect(navigator.onLine).to.equal(false);
    expect(await outcome(browser.fetch(url))).to.equal('TypeError');
    expect(sent).to.have.length(0);
    faults.end();
    expect(navigator.onLine).to.equal(true);
    expect(await outcome(browser.fetch(url))).to.equal('answered');
  });
});
