import '../fixtures/session/steerable-timers.ts';
import { expect } from 'chai';
import { atom } from 'nanostores';
import type { LateActions } from '../../src/api/actions.ts';
import { createLateMembers } from '../../src/api/lazy.ts';
import { entriesOf, film, ppv, scriptPayments } from '../fixtures/checkout/payment-platform.ts';
import { answer, userResult } from '../fixtures/session/scripted-platform.ts';
import { rejection } from '../fixtures/session/waiting.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';

describe('a chunk that could not be loaded', () => {
  it('is requested again by the next call, and shared from then on', async () => {
    let loads = 0;
    const area = { name: 'allmedia' } as never;
    const load = async (): Promise<LateActions> => {
      if (++loads === 1) throw new Error('lost');
      return { allmedia: async () => area } as unknown as LateActions;
    };
    const { signal: viewerSignal } = new AbortController();
    const members = createLateMembers(
      createFakeClock(),
      { $user: atom(null), getViewerSignal: () => viewerSignal },
      load,
    );
    const failed = members.allmedia();
    expect(members.allmedia()).to.equal(failed);
    expect(await rejection(failed)).to.include({ message: 'lost' });
    const loaded = members.allmedia();
    expect(loaded).to.not.equal(failed);
    expect(members.allmedia()).to.equal(loaded);
    expect(await loaded).to.deep.equal({ name: 'allmedia' });
    expect(loads).to.equal(2);
  });
});

describe('a call whose object the page changes at once', () => {
  it('prepares and writes the payment that it was made for', async () => {
    const platform = scriptPayments();
    const usher = platform.usher();
    const cart = { ...film, ...ppv, amount: 499 };
    const prepared = usher.call('payment/preparetransaction', cart);
    cart.amount = 999;
    await prepared;
    expect(platform.to('payment/preparetransaction')[0]!.query).to.contain('&amount=499&');
    expect((await entriesOf(platform.baseUrl))[0].values.amount).to.equal(499);
    await platform.end();
  });

  it('logs in with the credentials that it was made with', async () => {
    const platform = scriptPayments();
    const usher = platform.usher();
    platform.script('session/login', () => answer(userResult()));
    const credentials = { username: 'ada', password: 'secret' };
    const loggedIn = usher.login(credentials);
    credentials.password = '';
    await loggedIn;
    expect(platform.to('session/login')[0]!.body).to.contain('password=secret');
    await platform.end();
  });
});
