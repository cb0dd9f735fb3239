import { expect } from 'chai';
import {
  answer,
  refusal,
  scriptPlatform,
  textAnswer,
  userResult,
  type Reply,
  type ScriptedPlatform,
} from '../../fixtures/session/scripted-platform.ts';
import { quiet, until } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const unsettled: readonly (readonly [title: string, reply: Reply])[] = [
  ['the envelope says 503', () => answer({}, 200, { metadata: { status: 503 } })],
  ['it is HTML', () => textAnswer('<h1>Welcome to this network</h1>')],
  ['it is the 522 of a CDN', () => textAnswer('<h1>522</h1>', 522)],
  ['it is the 403 of a firewall', () => textAnswer('<h1>Just a moment</h1>', 403)],
];

const settled: readonly (readonly [title: string, reply: Reply])[] = [
  ['it is a success', () => answer({ status: 'ok' })],
  ['the session was gone', () => refusal(401, 'the session has ended')],
  ['the session was gone, in HTML', () => textAnswer('<h1>401</h1>', 401)],
];

describe('the logout of an ended session', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('session/init', () => answer(userResult()));
  });
  afterEach(() => platform.close());
  const sent = (): number => platform.to('session/logout').length;

  for (const end of ['forget', 'logout'] as const) {
    for (const [title, reply] of unsettled) {
      it(`of ${end}() is sent again after an answer when ${title}`, async () => {
        const usher = platform.usher();
        await usher.start();
        platform.script('session/logout', reply);
        await usher[end]();
        await until(sent);
        await quiet();
        const before = sent();
        platform.script('session/logout', () => answer({ status: 'ok' }));
        dispatchEvent(new Event('online'));
        await quiet();
        await quiet();
        expect(sent()).to.equal(before + 1);
        dispatchEvent(new Event('online'));
        await quiet();
        expect(sent()).to.equal(before + 1);
      });
    }

    it(`of ${end}() under 'none' is not sent again within the Retry-After of its refusal`, async () => {
      const usher = platform.usher({ persistence: 'none' });
      await usher.start();
      const headers = { 'Retry-After': '120' };
      platform.script('session/logout', () => new Response('busy', { status: 503, headers }));
      await usher[end]();
      await until(sent);
      await quiet();
      dispatchEvent(new Event('online'));
      await quiet();
      expect(sent()).to.equal(1);
    });

    for (const [title, reply] of settled) {
      it(`of ${end}() is sent once when ${title}`, async () => {
        const usher = platform.usher();
        await usher.start();
        platform.script('session/logout', reply);
        await usher[end]();
        await until(sent);
        await quiet();
        dispatchEvent(new Event('online'));
        await quiet();
        expect(sent()).to.equal(1);
      });
    }
  }
});
