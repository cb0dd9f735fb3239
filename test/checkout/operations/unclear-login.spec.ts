import { expect, test } from '@playwright/test';
import { presentBuyer } from '../../../src/checkout/buy/prepare.ts';
import type { CheckoutContext } from '../../../src/checkout/context.ts';
import { callForViewer } from '../../../src/checkout/operations/call-for-viewer.ts';
import type { PageLogin } from '../../../src/session/account/page-login.ts';
import type { SessionRequest } from '../../../src/session/request.ts';

/** A page whose session the platform has just given to ada, while no user is shown yet. */
function pageOfAda(pageLogin?: PageLogin): {
  readonly context: CheckoutContext;
  readonly sent: string[];
} {
  const sent: string[] = [];
  const session = { id: '1', user: { id: 'ada' } };
  const request = async (...[, name, , options]: Parameters<SessionRequest>): Promise<object> => {
    await options?.findSession?.();
    sent.push(name);
    return { result: {} };
  };
  const context = {
    selling: {},
    dialect: {},
    request,
    session: {
      ready: async () => session,
      context: {
        current: session,
        lost: true,
        record: { deviceHash: '1:1:11', epoch: 4, session },
        pageLogin,
        $session: { value: { status: 'opening' } },
      },
    },
  };
  return { context: context as unknown as CheckoutContext, sent };
}

const ownLogin: PageLogin = { epoch: 4, userId: 'ada' };
const earlierLogin: PageLogin = { epoch: 3, userId: 'ada' };
// Another tab has logged ada in at the same moment, and neither tab knew of the other.
const crossingLogin: PageLogin = { epoch: 4, userId: 'bob' };

for (const [askedBy, pageLogin, isRefused] of [
  ['bob', ownLogin, true],
  ['ada', undefined, false],
  [null, undefined, true],
  [null, earlierLogin, true],
  [null, crossingLogin, true],
  [null, ownLogin, false],
  [undefined, undefined, false],
] as const) {
  const what = `a call of ${askedBy} is ${isRefused ? 'not sent' : 'sent'}`;
  const login = pageLogin ? `${pageLogin.userId} in epoch ${pageLogin.epoch}` : 'no user';
  test(`in a session of ada, ${what} when this page has logged in ${login}`, async () => {
    const { context, sent } = pageOfAda(pageLogin);
    const called = callForViewer(context, { name: 'redeemvoucher', values: {} }, { askedBy });
    const buyer = presentBuyer(context, askedBy);
    if (isRefused) {
      await expect(called).rejects.toMatchObject({ code: 'identity-changed' });
      await expect(buyer).rejects.toMatchObject({ code: 'identity-changed' });
      expect(sent).toEqual([]);
    } else {
      expect(await buyer).toBe('ada');
      await called;
      expect(sent).toEqual(['redeemvoucher']);
    }
  });
}

test('a claim of a viewer without a user is not sent in a session of ada', async () => {
  const { context, sent } = pageOfAda();
  const called = callForViewer(context, { name: 'itemstate', values: {} }, { askedBy: null });
  await expect(called).rejects.toMatchObject({ code: 'identity-changed' });
  expect(sent).toEqual([]);
});
