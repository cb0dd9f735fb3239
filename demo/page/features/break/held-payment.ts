import type { Payment, ProviderOutcome } from 'usher-runtime';
import { storeBoughtItem } from '../checkout/bought-item.ts';
import { titleOf } from '../items/media-item.ts';
import type { TakenPayment } from './evidence.ts';
import type { RentableFilm } from './find-film.ts';
import { payAtProvider } from './pay-at-provider.ts';
import type { Tab } from './tab.ts';
import type { Watch } from './watch.ts';

/** A payment in the other tab: the provider has the money, and the tab does not know it yet. */
export interface HeldPayment {
  readonly transaction: string;
  readonly title: string;
  /** Gives the provider's answer to the tab. */
  readonly answer: () => void;
}

/** Rents a film in the tab. The tab's provider takes the money, and waits with its answer. */
export async function takePayment(
  { usher }: Tab,
  watch: Watch,
  { media, offer }: RentableFilm,
): Promise<HeldPayment> {
  const buyer = usher.$user.get();
  if (!buyer) throw new Error('No viewer is logged in in the other tab.');
  storeBoughtItem(media);
  const { ID: item, GID: gid, streamtype } = media.general;
  const title = titleOf(media);
  const taken = (payment: Payment): TakenPayment => ({
    transaction: payment.transactionId,
    item: gid,
    title,
    buyer,
    takenAt: Date.now(),
  });
  return new Promise((resolve, reject) => {
    const pay = async (payment: Payment): Promise<ProviderOutcome> => {
      const outcome = await payAtProvider(payment);
      watch.addPayment(taken(payment));
      return new Promise((answer) => resolve(hold(payment, () => answer(outcome))));
    };
    const hold = ({ transactionId: transaction }: Payment, answer: () => void): HeldPayment => ({
      transaction,
      title,
      answer() {
        watch.noteAnswer(transaction);
        answer();
      },
    });
    usher.configure({ providers: [{ name: 'harbour-here', type: 'in-page', pay }] });
    usher
      .item({ item, streamtype: streamtype ?? 'video' })
      .buy(offer, { provider: 'harbour-here' })
      .catch(reject);
  });
}
