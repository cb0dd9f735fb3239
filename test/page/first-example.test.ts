import { expect } from 'chai';
import { openFrame, type FramedPage, type FrameReply } from '../fixtures/session/framed-page.ts';
import {
  answer,
  sessionResult,
  unreachable,
  userResult,
} from '../fixtures/session/scripted-platform.ts';
import { callback, script, tagText } from '../fixtures/session/tag-text.ts';
import { quiet, until } from '../fixtures/session/waiting.ts';

let made = 0;

/** The README's first example. It writes to a list in place of the console. */
const example = `usher.$user.subscribe((user) => {
  users.push(user);
  if (user !== undefined) said.push(user ? user.name : 'Nobody is logged in');
})`;

describe("the README's first example", () => {
  let base: string;
  let page: FramedPage | undefined;
  beforeEach(() => {
    base = `https://first-${++made}.test/v3.1`;
  });
  afterEach(() => {
    page?.close();
    for (const name of Object.keys(localStorage)) {
      if (name.includes('//first-')) localStorage.removeItem(name);
    }
  });

  const open = async (reply: FrameReply, before = ''): Promise<void> => {
    page?.close();
    page = await openFrame(
      script(`window.users = []; window.said = []; ${before}`) +
        tagText({ 'data-base-url': base, 'data-domain': '741' }) +
        callback(example),
      reply,
    );
    await until(() => page!.window['users'].length);
  };
  const isReady = (): boolean => page!.window['usher'].for(741).$session.get().status === 'ready';
  const said = (): unknown => page!.window['said'];
  const anonymous: FrameReply = () => answer(sessionResult());
  const loggedIn: FrameReply = () => answer(userResult());

  it('names the user when the first answer is there, and prints nothing before', async () => {
    await open(loggedIn);
    await until(isReady);
    await until(() => page!.window['users'].length === 2);
    await quiet();
    expect(page!.window['users'].map((user: unknown) => user && 'a user')).to.deep.equal([
      undefined,
      'a user',
    ]);
    expect(said()).to.have.length(1);
    expect(said()).to.not.include('Nobody is logged in');
  });

  it('says that no user is logged in when the platform says so, on the next page at once', async () => {
    await open(anonymous);
    await until(isReady);
    await until(() => page!.window['users'].length === 2);
    await quiet();
    expect(page!.window['users']).to.deep.equal([undefined, null]);
    await open(anonymous);
    await until(isReady);
    await quiet();
    expect(page!.window['users'], 'kept').to.deep.equal([null]);
    expect(page!.sent).to.deep.equal([]);
  });

  it('never says so to a viewer with a stored session', async () => {
    await open(loggedIn);
    await until(isReady);
    await open(loggedIn);
    await until(isReady);
    await quiet();
    expect(page!.window['users']).to.have.length(1);
    expect(page!.window['users'][0].id).to.equal('17');
    expect(page!.sent).to.deep.equal([]);
  });

  it('prints nothing while the platform is unreachable', async () => {
    await open(unreachable);
    await until(() => page!.window['usher'].for(741).$session.get().status === 'offline');
    await quiet();
    expect(page!.window['users']).to.deep.equal([undefined]);
    expect(said()).to.deep.equal([]);
  });

  it('prints the same with blocked storage', async () => {
    await open(
      loggedIn,
      `for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });`,
    );
    await until(isReady);
    await until(() => page!.window['users'].length === 2);
    await quiet();
    expect(page!.window['users'].at(0)).to.equal(undefined);
    expect(page!.window['users']).to.have.length(2);
    expect(said()).to.not.include('Nobody is logged in');
  });
});
