import { noteBought } from './bought-item.ts';
import { noteWanted, takeWanted } from './wanted-offer.ts';

/**
 * Sells at a page: login first where it is needed, then the desk.
 * @param {{ usher: any, askLogin: (why: string) => Promise<boolean>, titleOf: (offer: any) =>
 *   string, choices?: (offer: any) => any[], media?: any, isOpen?: () => Promise<boolean>, onBegun:
 *   (purchase: any) => void, onTaken: () => void, }} parts `choices` are the offers to choose from at
 *   the desk, the wanted one first; `isOpen` asks whether a viewer who has just come in needs a
 *   ticket at all
 */
export function createSale({
  usher,
  askLogin,
  titleOf,
  choices = (offer) => [offer],
  media,
  isOpen = async () => false,
  onBegun,
  onTaken,
}) {
  let desk;
  let checkout;
  const buy = createBuy(usher, media, () => checkout);
  const want = async (offer) => {
    if (!usher.$user.get()) {
      noteWanted(offer);
      const isIn = await askLogin('Log in first. Your ticket comes next.');
      noteWanted(undefined);
      if (!isIn || (await isOpen())) return;
    }
    // Held ready, so that the click on the button itself may open a window.
    usher.checkout().then(
      (loaded) => {
        checkout = loaded;
      },
      () => {},
    );
    desk ??= (await import('./checkout-dialog.ts')).createDesk({ onBegun, onTaken });
    desk.open({ title: titleOf(offer), offers: choices(offer), buy });
  };
  const left = takeWanted();
  if (left && usher.$user.get()) void want(left);
  else if (left) {
    const stop = usher.$user.listen((user) => {
      if (!user) return;
      stop();
      void isOpen().then((open) => open || want(left));
    });
  }
  return {
    want,
    /**
     * Goes on with a purchase that is open: the same again joins it, and opens the provider once
     * more. Call it in the click.
     */
    resume: ({ operation, item, streamtype, amount, currency, provider }) =>
      buy({
        operation,
        item: item ?? undefined,
        streamtype: streamtype ?? undefined,
        amount,
        currency,
        provider,
      }),
  };
}

/**
 * Subscriptions are bought without an item, so that a viewer has one open at most; an item by its
 * handle, which loads what it needs by itself.
 */
const createBuy =
  (usher, media, loaded) =>
  async ({ item, streamtype, ...values }) => {
    if (values.operation === 'subscription') {
      return (loaded() ?? (await usher.checkout())).buy(values);
    }
    if (media && !item) noteBought(media);
    const reference = item
      ? { item, streamtype }
      : { item: media.general.ID, streamtype: media.general.streamtype };
    return usher.item(reference).buy(values);
  };
