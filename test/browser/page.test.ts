import { expect } from 'chai';
import { createPage } from '../../src/browser/page.ts';
import { openFrame } from '../fixtures/session/framed-page.ts';
import { answer, scriptPlatform, sessionResult } from '../fixtures/session/scripted-platform.ts';
import { later, quiet, until } from '../fixtures/session/waiting.ts';

const prerendering = (value: boolean): void =>
  void Object.defineProperty(document, 'prerendering', { configurable: true, value });

describe('the page', () => {
  afterEach(() => {
    delete (document as { prerendering?: boolean }).prerendering;
  });

  it('is active at once when it is not prerendered', async () => {
    expect(await createPage().activated()).to.equal(false);
  });

  it('is active when a prerendered page is shown', async () => {
    prerendering(true);
    const shown = later<string | boolean>();
    void createPage().activated().then(shown.resolve);
    expect(await Promise.race([shown.promise, quiet().then(() => 'waiting')])).to.equal('waiting');
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(await shown.promise).to.equal(true);
  });

  it('knows later that it was prerendered', async () => {
    prerendering(true);
    const page = createPage();
    prerendering(false);
    expect(await page.activated()).to.equal(true);
  });

  it('calls back when it is idle, also without requestIdleCallback', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'requestIdleCallback');
    let calls = 0;
    createPage().whenIdle(() => calls++);
    Reflect.deleteProperty(window, 'requestIdleCallback');
    try {
      createPage().whenIdle(() => calls++);
      await until(() => calls === 2);
    } finally {
      if (own) Object.defineProperty(window, 'requestIdleCallback', own);
    }
  });

  it('sends no request of the runtime while it is prerendered', async () => {
    const platform = scriptPlatform();
    prerendering(true);
    const started = platform.usher().start();
    await quiet();
    expect(platform.sent).to.have.length(0);
    prerendering(false);
    document.dispatchEvent(new Event('prerenderingchange'));
    expect((await started).status).to.equal('ready');
    platform.close();
  });

  it('sends no request of the script tag while it is prerendered, and one when it is shown', async () => {
    const source = new URL('/dist/cdn/usher.js', location.href).href;
    const page = await openFrame(
      `<script>Object.defineProperty(document, 'prerendering', { configurable: true, value: true });</script>
       <script type="module" src="${source}" data-base-url="https://prerendered.test/v3.1/741"></script><script>(window.usher = window.usher || []).push((usher) => { window.got = usher; });</script>`,
      () => answer(sessionResult()),
    );
    await until(() => page.window['got']);
    await quiet();
    expect(page.sent).to.have.length(0);
    page.window.eval(
      "Object.defineProperty(document, 'prerendering', { value: false }); document.dispatchEvent(new Event('prerenderingchange'));",
    );
    await until(() => page.window['got'].$session.get().status === 'ready');
    await quiet();
    expect(page.sent.filter(({ url }) => url.endsWith('/session/init'))).to.have.length(1);
    page.close();
    for (const name of Object.keys(localStorage)) {
      if (name.includes('//prerendered.test')) localStorage.removeItem(name);
    }
  });
});
