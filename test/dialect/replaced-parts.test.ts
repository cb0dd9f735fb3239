import { expect } from 'chai';
import { readEnvelope } from '../../src/dialect/envelope.ts';
import type { Dialect, Usher } from '../../src/index.ts';
import {
  answer,
  firstSession,
  refusal,
  scriptPlatform,
  sessionResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const film = { item: 7, streamtype: 'video', globalId: 5000007 } as const;

describe('a page with parts of the dialect of its own', () => {
  let platform: ScriptedPlatform;
  before(warmUp);
  beforeEach(() => {
    platform = scriptPlatform();
    platform.script('allmedia/latest', () => answer([]));
  });
  afterEach(() => platform.close());

  const usherWith = (dialect: Partial<Dialect>): Usher => platform.usher({ dialect });

  describe('parameters', () => {
    const dialect: Partial<Dialect> = {
      parameters: { media: { limit: { kind: 'integer', min: 1, max: 500 }, mood: 'text' } },
    };

    it('replace and add shared parameters, however a list is requested', async () => {
      const usher = usherWith(dialect);
      const values: object = { limit: 500, mood: 'calm' };
      await usher.call('allmedia/latest', values);
      await (await usher.allmedia()).latest({ ...values, start: 1 });
      const queries = platform.to('allmedia/latest').map(({ query }) => query);
      expect(queries).to.deep.equal(['limit=500&mood=calm', 'limit=500&mood=calm&start=1']);
    });

    it('refuse what they do not allow, before anything is sent', async () => {
      const usher = usherWith(dialect);
      const error = await rejection(usher.call('allmedia/latest', { limit: 501 }));
      expect(error).to.include({ code: 'input', field: 'limit' });
      const allmedia = await usher.allmedia();
      expect(() => allmedia.$query('latest', { limit: 501 })).to.throw('limit');
      expect(platform.to('allmedia/latest')).to.have.length(0);
    });

    it('leave other parameters as they are', async () => {
      const usher = usherWith({ parameters: { media: { mood: 'text' } } });
      await usher.call('allmedia/latest', { orderDir: 'ASC' });
      const error = await rejection(usher.call('allmedia/latest', { limit: 101 }));
      expect(error).to.include({ code: 'input', field: 'limit' });
    });
  });

  describe('adaptCall', () => {
    it('replaces path, query and body, after the values were checked', async () => {
      const asked: string[] = [];
      const usher = usherWith({
        adaptCall: ({ id, path, query }) => {
          asked.push(id);
          return id === 'allmedia/latest' ? { path: `${path}/new`, query: `${query}&a=1` } : {};
        },
      });
      platform.script('allmedia/latest/new', () => answer([]));
      await usher.call('allmedia/latest', { limit: 3 });
      expect(platform.to('allmedia/latest/new')[0]).to.include({ query: 'limit=3&a=1' });
      expect(asked).to.deep.equal(['allmedia/latest']);
    });

    it('is an error of the page when it throws', async () => {
      const uncaught = collectUncaught();
      const own = new Error('of the page');
      const usher = usherWith({
        adaptCall: () => {
          throw own;
        },
      });
      const error = await rejection(usher.call('allmedia/latest'));
      expect(error).to.include({ code: 'malformed' });
      await until(() => uncaught.errors.length);
      expect(uncaught.errors).to.deep.equal([own]);
      uncaught.stop();
    });
  });

  describe('a function that throws', () => {
    const own = new TypeError('of the page');
    const throwing = (): never => {
      throw own;
    };
    let uncaught: ReturnType<typeof collectUncaught>;
    beforeEach(() => (uncaught = collectUncaught()));
    afterEach(() => uncaught.stop());

    it('is an error of the page when it is readEnvelope, and the call is malformed', async () => {
      const usher = usherWith({
        readEnvelope: (status, parsed, endpoint) =>
          endpoint === 'allmedia/latest' ? throwing() : readEnvelope(status, parsed),
      });
      expect(await rejection(usher.call('allmedia/latest'))).to.include({
        code: 'malformed',
        message: 'allmedia/latest: a function of the option dialect threw an error',
      });
      await until(() => uncaught.errors.length);
      expect(uncaught.errors).to.deep.equal([own]);
    });

    it('is an error of the page when it is readEnvelope and opens no session', async () => {
      const usher = platform.usher({ mode: 'session', dialect: { readEnvelope: throwing } });
      expect(await rejection(usher.start())).to.include({ code: 'malformed' });
      await until(() => uncaught.errors.length);
      expect(uncaught.errors[0]).to.equal(own);
    });

    it('is an error of the page when it is readEnvelope, and the viewer is logged out', async () => {
      const usher = usherWith({
        readEnvelope: (status, parsed, endpoint) =>
          endpoint === 'session/logout' ? throwing() : readEnvelope(status, parsed),
      });
      await usher.start();
      await usher.logout();
      await until(() => uncaught.errors.length);
      expect(uncaught.errors[0]).to.equal(own);
      expect(usher.$session.get().status).to.equal('ended');
    });

    it('is no error when readEnvelope does not know the body of a failure', async () => {
      const usher = usherWith({
        readEnvelope: (status, parsed, endpoint) =>
          endpoint === 'session/init' ? readEnvelope(status, parsed) : throwing(),
      });
      platform.script('allmedia/latest', () => refusal(404, 'by a proxy'));
      expect(await rejection(usher.call('allmedia/latest'))).to.include({
        code: 'platform',
        status: 404,
        lacksEnvelope: true,
      });
      await quiet();
      expect(uncaught.errors).to.deep.equal([]);
    });

    it('is an error of the page when it is readItemState, and the item is unreadable', async () => {
      platform.script('payment/itemstate', () => answer({}));
      const item = usherWith({ readItemState: throwing }).item(film);
      const { reason, error } = await item.check();
      expect(reason).to.equal('unreadable');
      expect(error).to.include({ code: 'malformed' });
      await until(() => uncaught.errors.length);
      expect(uncaught.errors).to.deep.equal([own]);
    });

    it('is an error of the page when it is readIncidents, and the store has a code', async () => {
      platform.script('system/currentincidents', () => answer([]));
      const { $currentincidents } = await usherWith({ readIncidents: throwing }).system();
      const stop = $currentincidents.listen(() => {});
      await until(() => $currentincidents.get().error);
      expect($currentincidents.get().error).to.include({ code: 'malformed' });
      await until(() => uncaught.errors.length);
      expect(uncaught.errors).to.deep.equal([own]);
      stop();
    });
  });

  for (const part of ['readSession', 'signatureSecret', 'isPlayerOnly'] as const) {
    it(`fails to open a session as malformed when its ${part} throws, and its error is reported`, async () => {
      const uncaught = collectUncaught();
      const own = new TypeError('of the page');
      const device = { domaintoken: 'abcd0123456789ABCDEF987654321' };
      platform.script('session/init', () =>
        part === 'isPlayerOnly'
          ? refusal(403, 'not here')
          : answer(sessionResult(firstSession, { device })),
      );
      const usher = platform.usher({
        mode: 'session',
        dialect: {
          [part]() {
            throw own;
          },
        },
      });
      const error = await rejection(usher.start());
      expect(error).to.include({
        name: 'UsherError',
        code: 'malformed',
        message: 'session/init: a function of the option dialect threw an error',
      });
      expect(usher.$session.get().error).to.include({ code: 'malformed' });
      await until(() => uncaught.errors.length);
      uncaught.stop();
      expect(uncaught.errors[0]).to.equal(own);
    });
  }

  it('gives readEnvelope the endpoint of each answer', async () => {
    const asked: string[] = [];
    const usher = usherWith({
      readEnvelope: (status, parsed, endpoint) => {
        asked.push(endpoint);
        return { status, result: (parsed as { result: unknown }).result, metadata: {} };
      },
    });
    await usher.call('allmedia/latest');
    expect(asked).to.deep.equal(['session/init', 'allmedia/latest']);
  });

  it('has the files that its readMediaSources finds', async () => {
    platform.script('allmedia/byglobalid/5000007', () =>
      answer({ general: { ID: 7 }, playback: 'https://media.example.com/7.mp4' }),
    );
    const usher = usherWith({
      readMediaSources: (item) => [{ url: (item as { playback: string }).playback }],
    });
    expect(await usher.item(film).sources()).to.deep.equal([
      { url: 'https://media.example.com/7.mp4' },
    ]);
  });
});
