import { expect } from 'chai';
import sinon from 'sinon';
import { createUsher, type DebugEntry, type UsherOptions } from '../../src/index.ts';
import {
  answer,
  refusal,
  scriptPlatform,
  unreachable,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { warmUp } from '../fixtures/session/warm-up.ts';
import { collectUncaught } from '../fixtures/uncaught-errors.ts';

const noticed = (notice: string) => (): Response =>
  answer({ general: { temperature: 1 } }, 200, { metadata: { notice } });

describe('the option debug', () => {
  let platform: ScriptedPlatform;
  let entries: DebugEntry[];
  let uncaught: ReturnType<typeof collectUncaught>;
  const debug = (entry: DebugEntry): void => void entries.push(entry);
  before(warmUp);
  beforeEach(() => {
    entries = [];
    platform = scriptPlatform();
    uncaught = collectUncaught();
  });
  afterEach(() => {
    sinon.restore();
    uncaught.stop();
    platform.close();
  });

  const weather = async (notice: string, options: Partial<UsherOptions>): Promise<void> => {
    platform.script('session/currentweather', noticed(notice));
    await platform.usher(options).call('session/currentweather', { lat: 1, lng: 1 });
  };

  it('is off by default', async () => {
    const warn = sinon.stub(console, 'warn');
    await weather('old', {});
    expect(warn.callCount).to.equal(0);
  });

  it('gives a warning to the function, with time, code and link', async () => {
    const before = Date.now();
    await weather('the field\n code is gone soon', { debug });
    await until(() => entries.length);
    const [{ notedAt, ...rest }] = entries as [DebugEntry];
    expect(rest).to.deep.equal({
      level: 'warning',
      code: 'warning',
      message: 'the field code is gone soon',
      link: 'usher-runtime/docs/debugging.md#warnings',
    });
    expect(notedAt).to.be.within(before, Date.now());
  });

  it('names a deprecation', async () => {
    await weather('currentweather is deprecated', { debug });
    await until(() => entries.length);
    expect(entries[0]).to.include({
      code: 'deprecation',
      link: 'usher-runtime/docs/debugging.md#deprecations',
    });
  });

  it('also reports what happens before its code is loaded: a refused option', async () => {
    const wrong = { baseUrl: platform.baseUrl, graceMs: -1, debug };
    expect(() => createUsher(wrong)).to.throw('graceMs');
    await until(() => entries.length);
    expect(entries[0]).to.deep.include({
      level: 'error',
      code: 'input',
      link: 'usher-runtime/docs/errors.md#input',
    });
    expect(entries[0]!.message).to.include('graceMs must be from 0 to a day');
  });

  it('is refused when it is neither a flag nor a function', () => {
    const wrong = { baseUrl: platform.baseUrl, debug: 'yes' } as unknown as UsherOptions;
    expect(() => createUsher(wrong)).to.throw('debug must be true, false or a function');
  });

  it('shows the error of a listener, which is reported too', async () => {
    const stop = platform.usher({ debug }).on('session', () => {
      throw new TypeError("the page's own");
    });
    stop();
    await until(() => entries.length);
    expect(entries[0]).to.include({
      level: 'error',
      code: 'listener',
      message: "TypeError: the page's own",
      link: 'usher-runtime/docs/debugging.md#listeners',
    });
    await until(() => uncaught.errors.length);
    expect(uncaught.errors).to.have.length(1);
  });

  it('says once why a session cannot be opened, and what helps', async () => {
    platform.script('session/init', unreachable);
    const usher = platform.usher({ debug });
    for (const _ of [1, 2]) await rejection(usher.start());
    await until(() => entries.length);
    expect(entries.map(({ code, message }) => [code, message])).to.deep.equal([
      [
        'network',
        'session is offline: The platform could not be reached; await usher.diagnose() says more',
      ],
    ]);
    expect(entries[0]!.link).to.equal('usher-runtime/docs/errors.md#network');
  });

  it('says why an item cannot be checked', async () => {
    platform.script('payment/itemstate', () => new Response('<html>', { status: 200 }));
    await platform.usher({ debug }).item({ item: 7, streamtype: 'video' }).check();
    await until(() => entries.length);
    expect(entries[0]).to.include({ level: 'error', code: 'malformed' });
    expect(entries[0]!.message).to.match(/^item 7 is unknown: /);
  });

  it('says so once for each item, however often it is checked', async () => {
    platform.script('payment/itemstate', ({ query }) =>
      query.includes('item=71') ? refusal(400, 'first') : refusal(400, 'second'),
    );
    const usher = platform.usher({ debug });
    for (const item of [71, 72, 73, 71, 72, 73]) {
      await usher.item({ item, streamtype: 'video' }).check();
    }
    await until(() => entries.length > 2);
    await quiet();
    expect(entries.map(({ message }) => message.slice(0, 7))).to.deep.equal([
      'item 71',
      'item 72',
      'item 73',
    ]);
  });

  it('reports an error of the function itself, without an entry', async () => {
    const broken = (entry: DebugEntry): never => {
      entries.push(entry);
      throw new Error('a broken printer');
    };
    const wrong = { baseUrl: platform.baseUrl, graceMs: -1, debug: broken };
    expect(() => createUsher(wrong)).to.throw('graceMs');
    await until(() => uncaught.errors.length && entries.length);
    expect(uncaught.errors.join()).to.include('a broken printer');
    expect(entries.map(({ code }) => code)).to.deep.equal(['input']);
    platform.usher({ debug }); // the last function counts
  });
});

describe('createUsher, called again', () => {
  let platform: ScriptedPlatform;
  let warnings: string[];
  before(warmUp);
  beforeEach(() => {
    warnings = [];
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());
  const callAgain = (first: Partial<UsherOptions>, later: Partial<UsherOptions>): void => {
    platform.usher(first).on('warning', (text) => warnings.push(text));
    platform.usher(later);
  };

  it('names each option that differs, with the value that stays and the ignored one', async () => {
    callAgain(
      { init: { gateway: 'tv', addPriceModel: true }, graceMs: 1000 },
      { persistence: 'none', init: { gateway: 'desktop', addPriceModel: 1 }, graceMs: 5 },
    );
    await until(() => warnings.length);
    expect(warnings).to.deep.equal([
      'createUsher was called again with other options: persistence is device (ignored: none), ' +
        'init.gateway is tv (ignored: desktop), graceMs is 1000 (ignored: 5)',
    ]);
  });

  it('shows no value that identifies the viewer, and no function', async () => {
    callAgain(
      { init: { externalUserReference: 'ada@example.com' } },
      { init: { externalUserReference: 'grace@example.com' }, listSubscriptions: async () => [] },
    );
    await until(() => warnings.length);
    expect(warnings).to.deep.equal([
      'createUsher was called again with other options: init.externalUserReference (ignored), ' +
        'listSubscriptions (ignored)',
    ]);
  });

  it('warns of no persistence that is the same, when the viewer has consented meanwhile', async () => {
    platform.usher({ persistence: 'consented' }).on('warning', (text) => warnings.push(text));
    const record = { deviceHash: '3:1795262400:772742', epoch: 1 };
    localStorage.setItem(`usher:${platform.baseUrl}|741`, JSON.stringify(record));
    platform.usher({ persistence: 'consented', mode: 'static' });
    platform.usher({ persistence: 'device' });
    await until(() => warnings.length > 1);
    expect(warnings).to.deep.equal([
      'createUsher was called again with other options: mode is auto (ignored: static)',
      'createUsher was called again with other options: ' +
        'persistence is consented (ignored: device)',
    ]);
  });

  it('warns of nothing when the options are the same', async () => {
    const options = (): Partial<UsherOptions> => ({
      init: { campaign: 12n },
      providers: [{ name: 'card', type: 'redirect', url: () => 'https://pay.example.com/' }],
    });
    callAgain(options(), options());
    platform.usher({ init: { campaign: 12n }, mode: 'static' });
    await until(() => warnings.length);
    expect(warnings).to.deep.equal([
      'createUsher was called again with other options: mode is auto (ignored: static)',
    ]);
  });
});
