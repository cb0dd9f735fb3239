import { expect } from 'chai';
import { openFrame, type FramedPage, type FrameReply } from '../fixtures/session/framed-page.ts';
import { withoutHash } from '../fixtures/session/init-cases.ts';
import { answer, firstSession, sessionResult } from '../fixtures/session/scripted-platform.ts';
import { callback, script, source, tagText } from '../fixtures/session/tag-text.ts';
import { later, quiet, until } from '../fixtures/session/waiting.ts';

let made = 0;

const rejection = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => expect.fail('it was expected to reject'),
    (error: unknown) => error,
  );

describe('the script tag', () => {
  let base: string;
  let page: FramedPage | undefined;
  beforeEach(() => {
    base = `https://tag-${++made}.test/v3.1`;
  });
  afterEach(() => {
    page?.close();
    for (const name of Object.keys(localStorage)) {
      if (name.includes('//tag-')) localStorage.removeItem(name);
    }
  });

  const tag = (attributes: Record<string, string> = {}): string =>
    tagText({ 'data-base-url': base, 'data-domain': '741', ...attributes });
  const ready: FrameReply = () => answer(sessionResult());
  const open = async (body: string, reply = ready): Promise<FramedPage> =>
    (page = await openFrame(body, reply));
  const hasRuntime = (): unknown => page!.window['usher']?.for?.(741);

  it('sends init in its first task, before callbacks of the page and the next script', async () => {
    await open(
      `${callback('window.inCallback = sent.length') + tag()}<script type="module">window.inNextScript = sent.length</script>`,
    );
    await until(() => page!.window['inNextScript'] !== undefined);
    expect([page!.window['inCallback'], page!.window['inNextScript']]).to.deep.equal([1, 1]);
    expect(page!.sent[0]!.url).to.equal(`${base}/session/init`);
  });

  it('hands its request to the runtime: one init, also when the answer is there first', async () => {
    for (const wait of [false, true]) {
      const reply = later<Response>();
      base = `https://tag-${++made}.test/v3.1`;
      await open(tag() + callback('window.got = usher.start()'), () =>
        wait ? reply.promise : ready('', {}),
      );
      await until(() => page!.window['got']);
      reply.resolve(answer(sessionResult()));
      expect((await page!.window['got']).id).to.equal(firstSession);
      await quiet();
      expect(page!.sent.filter(({ url }) => url.includes('/session/init'))).to.have.length(1);
      page!.close();
    }
  });

  it('starts the session without a call', async () => {
    await open(tag());
    await until(hasRuntime);
    await until(() => page!.window['usher'].for(741).$session.get().status === 'ready');
    expect(page!.errors).to.deep.equal([]);
  });

  it('sends nothing on the next page while the session is new', async () => {
    await open(tag());
    await until(hasRuntime);
    await until(() => page!.window['usher'].for(741).$session.get().status === 'ready');
    page!.close();
    await open(tag() + callback('window.got = usher.start()'));
    await until(() => page!.window['got']);
    expect((await page!.window['got']).id).to.equal(firstSession);
    expect(page!.sent).to.deep.equal([]);
  });

  it('sends with persistence "none" and stores nothing', async () => {
    await open(tag({ 'data-persistence': 'none' }) + callback('window.got = usher.start()'));
    await until(() => page!.window['got']);
    await page!.window['got'];
    expect(Object.keys(localStorage).filter((name) => name.includes(base))).to.deep.equal([]);
    expect(page!.sent).to.have.length(1);
  });

  describe('runs callbacks', () => {
    it('pushed before and after it has loaded, in their order', async () => {
      await open(
        script('window.order = []') +
          callback('order.push(1)') +
          callback('order.push(2)') +
          tag() +
          callback('order.push(3)'),
      );
      await until(hasRuntime);
      page!.window.eval('usher.push(function () { order.push(4); }); order.push(5);');
      expect(page!.window['order']).to.deep.equal([1, 2, 3, 4, 5]);
    });

    it('with the runtime, each once', async () => {
      await open(
        script('window.got = []') +
          callback('got.push(usher)') +
          tag() +
          callback('got.push(usher)'),
      );
      await until(() => page!.window['got'].length === 2);
      const [first, second] = page!.window['got'];
      expect([first === second, first === hasRuntime()]).to.deep.equal([true, true]);
      expect(first.item).to.be.a('function');
    });

    it('after another one that throws, which is reported', async () => {
      await open(
        script('window.order = []') +
          callback('order.push(1); throw new Error("own fault")') +
          callback('order.push(2)') +
          tag(),
      );
      await until(() => page!.errors.length);
      expect(page!.window['order']).to.deep.equal([1, 2]);
      expect(page!.errors).to.have.length(1);
      expect(page!.errors[0]).to.include('own fault');
    });

    it('after a late one that throws', async () => {
      await open(tag());
      await until(hasRuntime);
      page!.window.eval(
        'usher.push(function () { throw new Error("late fault"); }); window.after = true',
      );
      await until(() => page!.errors.length);
      expect(page!.window['after']).to.equal(true);
    });

    it('that push callbacks themselves, in the order of the queue', async () => {
      await open(
        script('window.order = []') +
          callback('order.push(1); window.usher.push(function () { order.push("inner"); })') +
          callback('order.push(2)') +
          tag(),
      );
      await until(() => page!.window['order'].length === 3);
      expect(page!.window['order']).to.include.members([1, 2, 'inner']);
    });

    it("when the page's queue holds other values", async () => {
      await open(
        script(
          'window.order = []; window.usher = [null, {}, true, function () { order.push(1); }]',
        ) + tag(),
      );
      await until(() => page!.window['order'].length);
      expect(page!.window['order']).to.deep.equal([1]);
    });
  });

  describe('on one page with other tags', () => {
    it('is one runtime and one init when the page has it twice', async () => {
      await open(script('window.got = []') + tag() + tag() + callback('got.push(usher)'));
      await until(hasRuntime);
      await until(() => page!.window['got'].length && page!.sent.length);
      await quiet();
      expect(page!.sent.filter(({ url }) => url.includes('/session/init'))).to.have.length(1);
      expect(page!.window['got']).to.have.length(1);
      expect(page!.errors).to.deep.equal([]);
    });

    it('is one runtime when the second tag comes much later', async () => {
      await open(tag() + callback('window.first = usher'));
      await until(() => page!.window['first']?.$session.get().status === 'ready');
      const second = page!.window.document.createElement('script');
      Object.assign(second.dataset, { baseUrl: base, domain: '741' });
      second.type = 'module';
      second.src = source;
      page!.window.document.body.append(second);
      await new Promise((resolve) => second.addEventListener('load', resolve));
      await quiet();
      expect(hasRuntime() === page!.window['first']).to.equal(true);
      expect(page!.sent.filter(({ url }) => url.includes('/session/init'))).to.have.length(1);
    });

    it('has a runtime for each domain', async () => {
      await open(tag() + tag({ 'data-domain': '742' }));
      await until(() => page!.window['usher'].for(741) && page!.window['usher'].for('742'));
      const { usher } = page!.window;
      expect([
        usher.for(741) === usher.for('741'),
        usher.for(741) === usher.for(742),
        usher.for(743),
      ]).to.deep.equal([true, false, undefined]);
      expect(page!.sent.filter(({ url }) => url.includes('/session/init'))).to.have.length(2);
    });

    it('finds a domain in the base URL', async () => {
      base += '/741';
      await open(
        `<script type="module" src="${source}" data-base-url="${base}"></script>${callback('window.got = usher')}`,
      );
      await until(() => page!.window['got']);
      expect(hasRuntime() === page!.window['got']).to.equal(true);
    });

    it('finds a domain in a base URL that ends in white space', async () => {
      await open(
        `<script type="module" src="${source}" data-base-url="${base}/741 \n"></script>${callback('window.got = usher')}`,
      );
      await until(hasRuntime);
      await until(() => page!.window['got']);
      expect(hasRuntime() === page!.window['got']).to.equal(true);
      expect(page!.sent[0]!.url).to.equal(`${base}/741/session/init`);
    });

    it("shares its runtime with the page's own module", async () => {
      const module = new URL('/dist/cdn/usher.js', location.href).href;
      await open(`${tag()}${callback('window.byTag = usher')}<script type="module">
        import { createUsher } from '${module}';
        window.byModule = createUsher({ baseUrl: '${base}', domain: 741 });
        window.started = byModule.start();
      </script>`);
      await until(() => page!.window['byTag'] && page!.window['started']);
      await page!.window['started'];
      expect(page!.window['byModule'] === page!.window['byTag']).to.equal(true);
      expect(page!.sent.filter(({ url }) => url.includes('/session/init'))).to.have.length(1);
    });
  });

  describe('serves each tag with its file', () => {
    const initsTo = (address: string): number =>
      page!.sent.filter(({ url }) => url === `${address}/session/init`).length;

    it('also one that is inserted later', async () => {
      await open(tag());
      await until(hasRuntime);
      const { document } = page!.window;
      const second = Object.assign(document.createElement('script'), {
        type: 'module',
        src: source,
      });
      Object.assign(second.dataset, { baseUrl: base, domain: '742' });
      document.body.append(second);
      await until(() => page!.window['usher'].for(742) && initsTo(base) > 1);
      expect(initsTo(base)).to.equal(2);
    });

    it('also when a page imports the file before it inserts the tag', async () => {
      await open(`<script type="module">import '${source}'; window.imported = true;</script>`);
      await until(() => page!.window['imported']);
      expect(page!.window['usher']).to.equal(undefined);
      const { document } = page!.window;
      const late = Object.assign(document.createElement('script'), { type: 'module', src: source });
      late.dataset.baseUrl = base;
      document.body.append(late);
      await until(() => page!.window['usher']?.for(undefined) ?? page!.window['usher']);
      await until(() => initsTo(base));
      expect(initsTo(base)).to.equal(1);
    });

    it('once, when a second copy of the code has another address', async () => {
      await open(tag() + callback('window.got = usher'));
      await until(() => page!.window['got']);
      page!.window.eval(`import('${source}?copy').then(() => { window.copied = true; })`);
      await until(() => page!.window['copied']);
      await until(() => initsTo(base));
      await quiet();
      expect(initsTo(base)).to.equal(1);
      expect(page!.errors).to.deep.equal([]);
    });

    it('also one whose address redirects to another with the same file name', async () => {
      const led = tagText({ 'data-base-url': base }).replace(source, `${source}?latest`);
      await open(
        `<script type="module">import '${source}'; window.imported = true;</script>${led}`,
      );
      await until(() => page!.window['usher']);
      await until(() => initsTo(base));
      await quiet();
      expect(initsTo(base)).to.equal(1);
    });

    it('and reports a tag without type="module"', async () => {
      const heard = script(
        'window.heard = []; addEventListener("usher-error", (event) => heard.push(event.detail))',
      );
      await open(
        `${heard + tag().replace(' type="module"', '')}<script type="module" src="${source}"></script>`,
      );
      await until(() => page!.window['heard'].length);
      expect(page!.window['heard'][0]).to.include({ code: 'input' });
      expect(page!.window['heard'][0].message).to.include('type="module"');
      expect(page!.sent).to.deep.equal([]);
    });

    it('and gives the runtime to callers of `ready()`', async () => {
      await open(tag());
      await until(hasRuntime);
      expect((await page!.window['usher'].ready()) === hasRuntime()).to.equal(true);
    });
  });

  describe('survives a page with', () => {
    for (const [title, before] of [
      ['an image named currentScript', '<img name="currentScript">'],
      ['two of them', '<img name="currentScript"><img name="currentScript">'],
      ['a form with an element named src', '<form name="currentScript"><input name="src"></form>'],
      [
        'an AMD loader',
        script('window.define = function () { window.defined = true; }; define.amd = {}'),
      ],
      [
        'module and exports',
        script('window.module = { exports: {} }; window.exports = module.exports'),
      ],
      ['an element with the ID usher', '<div id="usher"></div>'],
    ] as const) {
      it(title, async () => {
        await open(
          before +
            tag({ 'data-gateway': 'tv' }) +
            '<script type="module">usher.push((usher) => { window.got = usher; })</script>',
        );
        await until(() => page!.window['got']);
        expect(page!.sent).to.have.length(1);
        expect(page!.sent[0]!.body).to.match(/^gateway=tv&/);
        expect(page!.window['defined']).to.equal(undefined);
      });
    }
  });

  describe('with a wrong attribute sends nothing, and names it:', () => {
    const listening = script(
      'window.heard = []; addEventListener("usher-error", (event) => heard.push(event.detail))',
    );
    for (const [title, attributes, field] of [
      ['an invalid base URL', { 'data-base-url': 'ftp://x.test/v3.1' }, 'data-base-url'],
      ['a domain that is not a number', { 'data-domain': 'abc' }, 'data-domain'],
      ['an unknown persistence', { 'data-persistence': 'cookie' }, 'data-persistence'],
      [
        'a language of three letters',
        { 'data-explicit-language': 'deu' },
        'data-explicit-language',
      ],
      ['a latitude that is not a number', { 'data-lat': 'north' }, 'data-lat'],
      ['an empty latitude', { 'data-lat': '' }, 'data-lat'],
      ['a latitude beyond the pole', { 'data-lat': '91' }, 'data-lat'],
      ['a campaign that is not an ID', { 'data-campaign': 'summer' }, 'data-campaign'],
      ['a device hash', { 'data-nxp_devh': '4:1500496747:178989' }, 'data-nxp_devh'],
    ] as const) {
      it(title, async () => {
        await open(listening + callback('window.got = usher') + tag(attributes));
        await until(() => page!.window['heard'].length);
        const { usher, heard, got } = page!.window;
        expect(usher.error).to.include({ code: 'input' });
        expect(usher.error.message).to.include(field);
        expect(usher.error.field).to.equal(field);
        expect(await rejection(usher.ready())).to.equal(usher.error);
        expect(heard).to.have.length(1);
        expect(heard[0]).to.equal(usher.error);
        expect(page!.sent).to.deep.equal([]);
        expect(got).to.equal(undefined);
        expect(page!.errors).to.deep.equal([]);
      });
    }

    it('a mistyped base URL, with the nearest name', async () => {
      await open(
        `${listening}<script type="module" src="${source}" data-baseurl="${base}"></script>`,
      );
      await until(() => page!.window['heard'].length);
      const { message } = page!.window['heard'][0];
      expect(message).to.include('data-base-url must be');
      expect(message).to.include('data-baseurl: unknown attribute; did you mean data-base-url?');
    });

    it('no base URL at all', async () => {
      await open(listening + `<script type="module" src="${source}" data-domain="741"></script>`);
      await until(() => page!.window['heard'].length);
      expect(page!.window['usher'].error.code).to.equal('input');
      expect(page!.sent).to.deep.equal([]);
    });
  });

  describe('warns of an unknown attribute', () => {
    const heardBy = (attributes: Record<string, string>): Promise<FramedPage> =>
      open(
        script('window.heard = []') +
          tag(attributes) +
          callback('usher.on("warning", (text) => heard.push(text))'),
      );

    it('and suggests the nearest known one', async () => {
      await heardBy({ 'data-gatway': 'desktop', 'data-addpricemodel': '' });
      await until(() => page!.window['heard'].length === 2);
      expect(page!.window['heard']).to.deep.equal([
        'script tag: data-gatway: unknown attribute; did you mean data-gateway?',
        'script tag: data-addpricemodel: unknown attribute; did you mean data-add-price-model?',
      ]);
      expect(withoutHash(page!.sent[0]!.body)).to.equal('');
    });

    it('and lists those of other scripts together', async () => {
      await heardBy({ 'data-cfasync': 'false', 'data-turbo-track': 'reload' });
      await until(() => page!.window['heard'].length);
      expect(page!.window['heard']).to.deep.equal([
        'script tag: not attributes of Usher: data-cfasync, data-turbo-track',
      ]);
    });

    it('also on a tag that is inserted when the first one is ready', async () => {
      await heardBy({});
      await until(() => page!.window['usher'].for(741).$session.get().status === 'ready');
      const { document } = page!.window;
      const late = document.createElement('script');
      Object.assign(late, { type: 'module', src: source });
      Object.assign(late.dataset, { baseUrl: base, domain: '741', gatway: 'tv' });
      document.body.append(late);
      await until(() => page!.window['heard'].length);
      expect(page!.window['heard']).to.deep.equal([
        'script tag: data-gatway: unknown attribute; did you mean data-gateway?',
      ]);
    });

    it('and not of known ones', async () => {
      await heardBy({ 'data-gateway': 'desktop', 'data-mode': 'auto', 'data-debug': '0' });
      await until(() => page!.window['usher'].for(741).$session.get().status === 'ready');
      await new Promise((resolve) => setTimeout(resolve, 2500)); // the page has been idle
      expect(page!.window['heard']).to.deep.equal([]);
    });
  });

  describe('with data-debug prints', () => {
    const listening = script(
      'window.lines = []; for (const level of ["warn", "error"]) console[level] = (text) => lines.push(text)',
    );

    it('a line for a warning, with a link', async () => {
      await open(listening + tag({ 'data-debug': '', 'data-gatway': 'tv' }));
      await until(() => page!.window['lines'].length);
      expect(page!.window['lines'][0]).to.match(
        /^Usher \d\d:\d\d:\d\d\.\d{3} warning: script tag: data-gatway: .+ \(usher-runtime\/docs\/debugging\.md#warnings\)$/,
      );
    });

    it('the reason of a refused tag, and a callback that throws', async () => {
      await open(
        `${listening + tag({ 'data-debug': 'true', 'data-lat': '91' }) + tag({ 'data-domain': '742' })}
        ${script('usher.push(742, function () { throw new Error("own fault"); })').replace('<script>', '<script type="module">')}`,
      );
      await until(() => page!.window['lines'].length === 2);
      const lines = page!.window['lines'].join('\n');
      expect(lines).to.include('input: script tag: data-lat must be a finite number');
      expect(lines).to.include('listener: Error: own fault');
    });

    it('nothing, when it is off', async () => {
      await open(listening + tag({ 'data-debug': 'false', 'data-lat': '91' }));
      await until(() => page!.window['usher'].error);
      expect(page!.window['lines']).to.deep.equal([]);
    });
  });

  describe('gives each caller the runtime of its domain', () => {
    const order = script('window.order = []');
    const pushed = (domain: string): string =>
      script(
        `(window.usher = window.usher || []).push(${domain}function (usher) { order.push(usher); })`,
      );
    const both = (): string => tag() + tag({ 'data-domain': '742' });

    it('when it is pushed before the tags', async () => {
      await open(order + pushed('742, ') + pushed('"741", ') + pushed('') + both());
      await until(() => page!.window['order'].length === 3);
      const { usher, order: got } = page!.window;
      expect(got.includes(usher.for(742))).to.equal(true);
      expect(got.filter((one: unknown) => one === usher.for(741))).to.have.length(2);
    });

    it('when it is pushed after them, and by `ready`', async () => {
      await open(order + both());
      await until(() => page!.window['usher']?.for(742));
      const { usher } = page!.window;
      usher.push(742, (one: unknown) => page!.window['order'].push(one));
      usher.push((one: unknown) => page!.window['order'].push(one));
      expect(page!.window['order'][0] === usher.for(742)).to.equal(true);
      expect(page!.window['order'][1] === usher.for(741)).to.equal(true);
      expect((await usher.ready(742)) === usher.for(742)).to.equal(true);
      expect((await usher.ready()) === usher.for(741)).to.equal(true);
    });

    it('when its tag comes later', async () => {
      await open(order + tag() + pushed('742, '));
      await until(() => page!.window['usher']?.for(741));
      const waiting = page!.window['usher'].ready('742');
      expect(page!.window['order']).to.have.length(0);
      const late = page!.window.document.createElement('script');
      Object.assign(late, { type: 'module', src: source });
      Object.assign(late.dataset, { baseUrl: base, domain: '742' });
      page!.window.document.body.append(late);
      expect((await waiting) === page!.window['usher'].for(742)).to.equal(true);
      expect(page!.window['order'][0] === page!.window['usher'].for(742)).to.equal(true);
    });

    it('and rejects only for a domain with a wrong tag', async () => {
      await open(order + tag() + tag({ 'data-domain': '742', 'data-lat': '91' }) + pushed('742, '));
      await until(() => page!.window['usher']?.error);
      const { usher } = page!.window;
      const error = await rejection(usher.ready(742));
      expect(error).to.include({ code: 'input', field: 'data-lat', endpoint: 'script tag' });
      expect((await usher.ready()) === usher.for(741)).to.equal(true);
      expect(page!.window['order']).to.have.length(0);
    });

    it('and rejects without a domain when the first tag is wrong', async () => {
      await open(order + tag({ 'data-mode': 'some' }) + tag({ 'data-domain': '742' }) + pushed(''));
      await until(() => page!.window['usher']?.error && page!.window['usher'].for(742));
      expect(await rejection(page!.window['usher'].ready())).to.include({ field: 'data-mode' });
      expect(page!.window['order']).to.have.length(0);
    });
  });

  it('ignores attributes of other scripts', async () => {
    await open(
      tag({
        'data-cfasync': 'false',
        'data-turbo-track': 'reload',
        'data-constructor': 'x',
        'data-to-string': 'y',
      }),
    );
    expect(withoutHash(page!.sent[0]!.body)).to.equal('');
  });

  it('shows a failed opening in the store, without an uncaught error', async () => {
    await open(
      tag() + callback('window.got = usher'),
      () => new Response('<h1>down</h1>', { status: 503 }),
    );
    await until(() => page!.window['got']?.$session.get().status === 'degraded');
    await quiet();
    expect(page!.errors).to.deep.equal([]);
  });

  it('survives a page with a fetch that throws', async () => {
    await open(
      script('window.fetch = () => { throw new Error("blocked"); }') +
        tag() +
        callback('window.got = usher'),
    );
    await until(() => page!.window['got']?.$session.get().status === 'offline');
    expect(page!.errors).to.deep.equal([]);
  });

  it('adds no global but window.usher', async () => {
    await open(script('window.before = Object.keys(window)') + tag());
    await until(hasRuntime);
    const known = [...page!.window['before'], 'before', 'nanostoresGlobal'];
    expect(Object.keys(page!.window).filter((name) => !known.includes(name))).to.deep.equal([
      'usher',
    ]);
  });
});
