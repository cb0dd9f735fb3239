import { expect } from 'chai';
import '../../../src/api/background.ts';
import type { InPageProvider, Usher } from '../../../src/index.ts';
import {
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import {
  answer,
  firstSession,
  refusal,
  unreachable,
  userResult,
} from '../../fixtures/session/scripted-platform.ts';
import { later, quiet, rejection, until, type Later } from '../../fixtures/session/waiting.ts';
import { warmUp } from '../../fixtures/session/warm-up.ts';

const grace = { username: 'grace', password: 'hopper' } as const;

describe('while a login stands', () => {
  let platform: PaymentPlatform;
  let usher: Usher;
  let reply: Later<Response>;
  const card: InPageProvider = {
    name: 'card',
    type: 'in-page',
    pay: async () => ({ outcome: 'approved', token: 'proof', reference: 'P1' }),
  };
  before(warmUp);
  beforeEach(async () => {
    platform = scriptPayments();
    reply = later();
    platform.script('session/login', () => reply.promise);
    usher = platform.usher({ providers: [card] });
    await usher.start();
  });
  afterEach(() => platform.end());

  it('a purchase of the user before is not sent, and rejects when somebody else is logged in', async () => {
    const login = usher.login(grace);
    await until(() => platform.to('session/login').length);
    const refused = rejection(usher.item(film).buy(ppv));
    await quiet();
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
    reply.resolve(answer(userResult(18)));
    expect(await login).to.include({ id: '18' });
    expect((await refused).code).to.equal('identity-changed');
    await quiet();
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
  });

  it('a purchase waits for it, also when the viewer consents meanwhile', async () => {
    const tab = platform.nextPage({ providers: [card], persistence: 'tab' });
    await tab.start();
    const login = tab.login(grace);
    await until(() => platform.to('session/login').length);
    await tab.setPersistence('device');
    const refused = rejection(tab.item(film).buy(ppv));
    await quiet();
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
    reply.resolve(answer(userResult(18)));
    expect(await login).to.include({ id: '18' });
    expect((await refused).code).to.equal('identity-changed');
  });

  it('a purchase goes on when the login is refused', async () => {
    const login = rejection(usher.login(grace));
    await until(() => platform.to('session/login').length);
    const buying = usher.item(film).buy(ppv);
    await quiet();
    expect(platform.to('payment/preparetransaction')).to.have.length(0);
    reply.resolve(refusal(401, 'username or password wrong'));
    expect((await login).code).to.equal('login-failed');
    expect((await (await buying).settled()).status).to.equal('granted');
  });

  it('the answer to a prepare that crosses the login opens no provider', async () => {
    const prepared = later<Response>();
    let isOpened = false;
    usher.configure({
      providers: [
        {
          ...card,
          async pay() {
            isOpened = true;
            return { outcome: 'cancelled' };
          },
        },
      ],
    });
    platform.script('payment/preparetransaction', () => prepared.promise);
    await usher.item(film).buy(ppv);
    await until(() => platform.to('payment/preparetransaction').length);
    const login = usher.login(grace);
    await until(() => platform.to('session/login').length);
    prepared.resolve(answer({ general: { transactionID: '5', state: 'prepared' } }));
    await quiet();
    expect(isOpened).to.equal(false);
    reply.resolve(answer(userResult(18)));
    await login;
    await quiet();
    expect(isOpened).to.equal(false);
  });

  it('the first user is shown, and no user after an answer that was lost', async () => {
    const login = rejection(usher.login(grace));
    await until(() => platform.to('session/login').length);
    expect(usher.$user.get()).to.include({ id: '17' });
    const asked = later<Response>();
    platform.script('session/init', () => asked.promise);
    reply.resolve(refusal(502, 'bad gateway'));
    expect((await login).code).to.equal('platform');
    expect(usher.$user.get()).to.equal(undefined);
    expect(usher.$session.get()).to.include({ status: 'opening', user: undefined });
    await until(() => platform.to('session/init').length === 2);
    expect(platform.to('session/init')[1]!.body)
      .to.include(`currentSession=${firstSession}`)
      .and.not.include('nxp_userh');
    const seen: unknown[] = [];
    usher.on('identity-changed', ({ before, now }) => seen.push([before?.id, now?.id]));
    asked.resolve(answer(userResult(18)));
    await until(() => usher.$user.get()?.id === '18');
    await quiet();
    expect(seen).to.deep.equal([['17', '18']]);
  });

  it('a raw login is one too: it shows its user', async () => {
    const call = usher.call('session/login', { ...grace, provider: 'manual' });
    await until(() => platform.to('session/login').length);
    const state = usher.item(film).check();
    await quiet();
    expect(platform.to('payment/itemstate')).to.have.length(0);
    reply.resolve(answer(userResult(18)));
    expect(((await call).result as { general: { uid: number } }).general.uid).to.equal(18);
    expect(usher.$user.get()).to.include({ id: '18' });
    await state;
  });

  it('a raw login that is refused rejects with the answer, and one that is lost hides the user', async () => {
    platform.script('session/login', () => refusal(401, 'username or password wrong'));
    expect(
      await rejection(usher.call('session/login', { ...grace, provider: 'manual' })),
    ).to.include({
      code: 'platform',
      status: 401,
    });
    expect(usher.$user.get()).to.include({ id: '17' });
    platform.script('session/login', unreachable);
    expect(
      (await rejection(usher.call('session/login', { ...grace, provider: 'manual' }))).code,
    ).to.equal('network');
    expect(usher.$user.get()).to.equal(undefined);
  });

  it('holds no credential and no name in storage', async () => {
    void usher.login(grace).catch(() => {});
    await until(() => platform.to('session/login').length);
    const kept = platform.kept(localStorage);
    expect(kept)
      .to.include('"login"')
      .and.not.match(/grace|hopper/);
    reply.resolve(answer(userResult(18)));
    await until(() => usher.$user.get()?.id === '18');
    expect(platform.kept(localStorage)).to.not.include('"login"');
  });
});
