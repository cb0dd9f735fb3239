import { expect } from 'chai';
import { createUsher, type Usher } from '../../src/index.ts';
import { openFrame } from '../fixtures/session/framed-page.ts';
import {
  credentials,
  reached,
  tenant,
  withoutDomain,
} from '../fixtures/session/reference-platform.ts';
import {
  answer,
  scriptPlatform,
  sessionResult,
  type ScriptedPlatform,
} from '../fixtures/session/scripted-platform.ts';
import { quiet, rejection, until } from '../fixtures/session/waiting.ts';
import { weatherOf } from '../fixtures/session/weather-of.ts';

/** Ends a session at the platform, of which the page does not know. */
async function endAtPlatform(baseUrl: string, id: string): Promise<void> {
  const [, token] = JSON.stringify(localStorage).match(
    new RegExp(`${id}.*?logoutToken\\W+([0-9a-f]{32})`),
  )!;
  const headers = { 'X-Request-CID': id, 'X-Request-Token': token! };
  const { status } = await fetch(`${baseUrl}/session/logout`, { method: 'POST', headers });
  expect(status).to.equal(200);
}

describe('a session at the reference platform', () => {
  let usher: Usher;
  afterEach(() => usher.dispose());
  const nextPage = (options: Parameters<typeof createUsher>[0]): void => {
    usher.dispose();
    usher = createUsher(options);
  };

  it('opens, logs in, continues on the next page, and ends', async () => {
    const options = { baseUrl: tenant(9601), init: { gateway: 'desktop', addPriceModel: true } };
    usher = createUsher(options);
    const { id, data } = await usher.start();
    expect(id).to.match(/^\d{19}$/);
    expect(data['pricemodel']).to.include({ currency: 'EUR' });
    const user = await usher.login(credentials);
    expect(user.name).to.equal(credentials.username);
    nextPage(options);
    expect(await usher.start()).to.deep.include({ id, user });
    expect(weatherOf(await usher.call('session/currentweather')).temperature).to.be.a('number');
    await usher.logout();
    expect(usher.$session.get()).to.include({ status: 'ended', id: null });
    expect((await usher.start()).id)
      .to.match(/^\d{19}$/)
      .and.not.equal(id);
    expect(usher.$user.get()).to.equal(null);
  });

  it("rejects a wrong password with the platform's hint", async () => {
    usher = createUsher({ baseUrl: tenant(9602), persistence: 'none' });
    const error = await rejection(usher.login({ ...credentials, password: 'wrong' }));
    expect(error).to.include({
      code: 'login-failed',
      status: 401,
      hint: 'username or password wrong',
    });
    expect(usher.$session.get()).to.include({ status: 'ready', user: null });
  });

  it('has valid signatures, also after a login and on the next page', async () => {
    const options = { baseUrl: tenant(9603) };
    usher = createUsher(options);
    expect((await usher.call('system/currentincidents')).status).to.equal(200);
    await usher.login(credentials);
    expect((await usher.call('system/currentincidents')).status).to.equal(200);
    nextPage(options);
    expect((await usher.call('system/currentincidents')).status).to.equal(200);
  });

  it('needs no signature when the domain checks none', async () => {
    usher = createUsher({ baseUrl: tenant(9961), persistence: 'none' });
    expect((await usher.call('system/currentincidents')).status).to.equal(200);
  });

  it('is signed for the domain that init names, when options and base URL name none', async () => {
    usher = createUsher({ baseUrl: withoutDomain, persistence: 'none' });
    expect((await usher.call('system/currentincidents')).status).to.equal(200);
  });

  it('is reopened with its user when the platform has lost it', async () => {
    usher = createUsher({ baseUrl: tenant(9604) });
    await usher.login(credentials);
    const { id } = usher.$session.get();
    await endAtPlatform(tenant(9604), id!);
    expect(weatherOf(await usher.call('session/currentweather')).temperature).to.be.a('number');
    expect(usher.$session.get()).to.include({ status: 'ready' }).and.not.include({ id });
    expect(usher.$user.get()!.name).to.equal(credentials.username);
  });

  it('is static on a player-only domain, and says so', async () => {
    usher = createUsher({ baseUrl: tenant(9861), persistence: 'none' });
    const { status, id, language, error } = await usher.start();
    expect({ status, id, language, code: error?.code }).to.deep.equal({
      status: 'static',
      id: null,
      language: 'en',
      code: 'static-session',
    });
    expect((await usher.call('session/currentweather')).status).to.equal(200);
    expect((await rejection(usher.call('session/keepalive'))).code).to.equal('static-session');
    expect((await usher.call('allmedia/latest', { limit: 1 })).status).to.equal(200);
  });

  it('returns a directory login address and a report token', async () => {
    usher = createUsher({ baseUrl: tenant(9605), persistence: 'none' });
    const { result } = await usher.call('session/generatedirectoryloginurl', {
      host: 'localhost:4173',
    });
    expect((result as { general: { url: string } }).general.url).to.match(/^https?:\/\//);
    const token = await usher.reportToken();
    expect(token).to.match(/se=\d+/);
    expect(await usher.reportToken()).to.equal(token);
  });

  it('says whether an item may be watched, before and after a login', async () => {
    usher = createUsher({ baseUrl: tenant(9606), persistence: 'none' });
    const { items } = await (
      await usher.allmedia()
    ).latest({ limit: 100, onlyPay: true, selectedStreamtypes: 'video' });
    const item = usher.item({ item: items[0]!.general.ID, streamtype: 'video' });
    item.$state.subscribe(() => {}); // a subscribed item is refetched
    const before = await item.check();
    expect(before.access).to.equal('denied');
    expect(before.offers.length).to.be.above(0);
    await usher.login({ provider: 'manual', username: 'grace', password: 'hopper' });
    await until(() => (item.$state.get().checkedAt ?? 0) > before.checkedAt!);
    expect(item.$state.get().access).to.be.oneOf(['granted', 'denied']);
  });

  it('says that an item does not exist', async () => {
    usher = createUsher({ baseUrl: tenant(9607), persistence: 'none' });
    expect(await usher.item({ item: 1, streamtype: 'video' }).check()).to.include({
      access: 'denied',
      reason: 'not-found',
    });
  });

  it('is opened by one request without a preflight', async function preflight() {
    usher = createUsher({ baseUrl: tenant(9608), persistence: 'none' });
    await usher.start();
    const requests = await reached(9608);
    if (!requests) this.skip();
    expect(requests!.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'POST /v3.1/9608/session/init',
    ]);
    expect(requests![0]!.headers).to.not.have.any.keys(
      'x-request-cid',
      'x-request-token',
      'referer',
    );
  });
});

/** A module and its static imports, each after those that it needs. */
async function loadModules(
  url: string,
): Promise<{ url: string; text: string; imports: [specifier: string, url: string][] }[]> {
  const text = await (await fetch(url)).text();
  const imports = [...text.matchAll(/from"(\.[^"]+)"/g)].map(([, specifier]): [string, string] => [
    specifier!,
    new URL(specifier!, url).href,
  ]);
  const needed = (await Promise.all(imports.map(([, target]) => loadModules(target)))).flat();
  return [
    ...needed.filter((one, index) => needed.findIndex((other) => other.url === one.url) === index),
    { url, text, imports },
  ];
}

describe('a session in a sandboxed frame', () => {
  it('starts although every storage throws', async () => {
    const modules = await loadModules(new URL('/dist/cdn/usher.js', location.href).href);
    const frame = document.createElement('iframe');
    frame.sandbox.add('allow-scripts');
    // No file is served to an opaque origin, so the page gets the code as text.
    frame.srcdoc = `<script>
      addEventListener('message', async ({ data: { modules, reply } }) => {
        const tell = (said) => parent.postMessage(said, '*');
        addEventListener('unhandledrejection', ({ reason }) => tell({ uncaught: String(reason) }));
        addEventListener('error', ({ message }) => tell({ uncaught: message }));
        let throws = 0;
        for (const name of ['localStorage', 'sessionStorage']) try { window[name]; } catch { throws++; }
        window.fetch = async () => new Response(reply);
        try {
          const known = {};
          let last;
          for (const { url, text, imports } of modules) {
            let own = text;
            for (const [specifier, target] of imports) own = own.replaceAll('"' + specifier + '"', '"' + known[target] + '"');
            last = known[url] = URL.createObjectURL(new Blob([own], { type: 'text/javascript' }));
          }
          const { createUsher } = await import(last);
          const usher = createUsher({ baseUrl: 'https://sandbox.test/v3.1/741' });
          tell({ throws, state: await usher.start() });
        } catch (error) {
          tell({ uncaught: String(error) });
        }
      });
    </script>`;
    const said: { throws?: number; state?: { status: string; id: string }; uncaught?: string }[] =
      [];
    const hear = (event: MessageEvent): void => {
      if (event.source === frame.contentWindow) said.push(event.data);
    };
    addEventListener('message', hear);
    try {
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.contentWindow!.postMessage(
        { modules, reply: await answer(sessionResult()).text() },
        '*',
      );
      await until(() => said.length);
      await quiet();
      expect(said).to.have.length(1);
      expect(said[0]!.uncaught).to.equal(undefined);
      expect(said[0]!.throws).to.equal(2);
      expect(said[0]!.state).to.include({ status: 'ready', id: '3154455148505954051' });
    } finally {
      removeEventListener('message', hear);
      frame.remove();
    }
  });
});

describe('a separate page', () => {
  it('continues the session of the page before without a request before it is ready', async () => {
    const entry = new URL('/dist/cdn/usher.js', location.href).href;
    const body = `<script type="module">
      import { createUsher } from '${entry}';
      window.usher = createUsher({ baseUrl: 'https://pages.test/v3.1/741' });
      window.state = await window.usher.start();
    </script>`;
    const reply = (): Response => answer(sessionResult());
    const first = await openFrame(body, reply);
    await until(() => first.window['state']);
    first.close();
    const second = await openFrame(body, reply);
    await until(() => second.window['state']);
    expect(first.sent).to.have.length(1);
    expect(second.sent).to.have.length(0);
    expect(second.window['state'].id).to.equal('3154455148505954051');
    second.close();
    for (const name of Object.keys(localStorage)) {
      if (name.includes('//pages.test')) localStorage.removeItem(name);
    }
  });
});

describe('a runtime that is disposed of', () => {
  let platform: ScriptedPlatform;
  beforeEach(() => {
    platform = scriptPlatform();
  });
  afterEach(() => platform.close());

  it('rejects a start whose answer is outstanding, also after forget()', async () => {
    platform.script('session/init', () => new Promise(() => {}));
    const usher = platform.usher();
    let code = '';
    void rejection(usher.start()).then((error) => (code = error.code));
    await until(() => platform.to('session/init').length);
    void usher.forget().catch(() => {});
    usher.dispose();
    await until(() => code); // the deadline of the request comes much later
    expect(code).to.equal('aborted');
  });
});
