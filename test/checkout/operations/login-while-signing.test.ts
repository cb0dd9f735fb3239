import { expect } from 'chai';
import type { Usher } from '../../../src/index.ts';
import {
  card,
  entriesOf,
  film,
  ppv,
  scriptPayments,
  type PaymentPlatform,
} from '../../fixtures/checkout/payment-platform.ts';
import { sendStorageEvent } from '../../fixtures/checkout/viewer-steps.ts';
import { later, quiet, until } from '../../fixtures/session/waiting.ts';

const headers = { 'X-Request-CID': '1' };

/** The calls for one viewer, by the operation that is signed. */
const callsForViewer: Readonly<Record<string, (usher: Usher) => Promise<unknown>>> = {
  redeemvoucher: async (usher) => (await usher.checkout()).redeemVoucher({ vouchercode: 'X' }),
  preparetransaction: (usher) => usher.item(film).buy(ppv),
  finishtransaction: (usher) => usher.item(film).buy(ppv),
  itemstate: (usher) => usher.item(film).claim(),
};

describe('a call for a viewer, when a login is announced in another tab while it is signed', () => {
  let platform: PaymentPlatform;
  beforeEach(() => {
    platform = scriptPayments();
  });
  afterEach(() => platform.end());

  /** Another tab announces a login in the shared record, and is about to send it. */
  function announceLogin(): void {
    const name = `usher:${platform.baseUrl}|741`;
    const saved = JSON.parse(localStorage.getItem(name)!) as {
      revision: number;
      login?: object;
      session: { id: string };
    };
    saved.revision++;
    saved.login = { id: '12345', session: saved.session.id, endsAt: Date.now() + 13_000 };
    localStorage.setItem(name, JSON.stringify(saved));
    sendStorageEvent(platform);
  }

  for (const [operation, call] of Object.entries(callsForViewer)) {
    it(`is not sent: ${operation}`, async () => {
      const signed: string[] = [];
      const signature = later<typeof headers>();
      let isSlow = false;
      const usher = platform.usher({
        providers: [card],
        dialect: {
          authorize(name) {
            signed.push(name);
            return isSlow && name === operation ? signature.promise : headers;
          },
        },
      });
      await usher.start();
      await usher.checkout();
      isSlow = true;
      const outcome = call(usher).catch((error: unknown) => error);
      await until(() => signed.includes(operation));
      announceLogin();
      await quiet();
      const before = platform.sent.length;
      signature.resolve(headers);
      await quiet();
      await quiet();
      const sent = platform.sent.slice(before).map(({ id }) => id);
      expect(sent).not.to.include(`payment/${operation}`);
      if (operation === 'finishtransaction') {
        expect((await entriesOf(platform.baseUrl))[0]).to.include({ step: 'finishing' });
      }
      usher.dispose();
      await outcome;
    });
  }
});
