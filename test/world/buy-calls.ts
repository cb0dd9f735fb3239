import type { BuyValues, Offer, Purchase, Usher } from '../../src/index.ts';
import { deals, type WorldEvent } from './events.ts';
import type { Choice } from './facts.ts';
import type { WorldPage } from './page.ts';
import { withinMs } from './within-ms.ts';
import type { World } from './world.ts';

const wireOf = (value: unknown): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value);

/** The terms of a click as the wire has them. */
const termsOf = (values: object): Choice['terms'] =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wireOf(value)]));

export const intentOf = ({
  operation,
  streamtype,
  item,
}: Readonly<Record<string, unknown>>): string =>
  [operation, streamtype, item]
    .map((part) => (part === undefined ? '' : String(part as string | number)))
    .join('|');

/** The intents of the two names of item 7. */
export const [byOwnId, byGlobalId] = ([0, 5] as const).map((deal) => intentOf(deals[deal])) as [
  string,
  string,
];

/** Whether a page has named item 7 by both of its IDs before. An item remembers its global ID. */
const hasNamedBoth = ({ players, facts }: World, page: WorldPage): boolean =>
  players.has(page) ||
  facts.choices.some((choice) => choice.page === page.name && choice.namesBoth);

/** A viewer clicks on buy, once or several times. */
export function buy(
  world: World,
  page: WorldPage,
  { deal, by, times }: Extract<WorldEvent, { does: 'buy' }>,
): void {
  const { item, streamtype, globalId, ...rest } = {
    item: undefined,
    streamtype: undefined,
    globalId: undefined,
    ...deals[deal]!,
  };
  const values = { ...rest, currency: 'EUR', provider: by };
  const terms = termsOf(item === undefined ? values : { ...values, item, streamtype });
  for (let click = 0; click < times; click++) {
    const choice = noteChoice(world, page, terms, globalId !== undefined);
    callBuy(world, page, choice, (usher) =>
      item === undefined
        ? buyByCheckout(usher, values, choice)
        : usher.item({ item, streamtype: streamtype!, globalId }).buy(values),
    );
  }
}

/** Makes the call of a click, and notes what becomes of it. */
function callBuy(
  world: World,
  page: WorldPage,
  choice: Choice,
  run: (usher: Usher) => Promise<Purchase>,
): void {
  void page.call('buy', withinMs.buy, async (usher) => {
    try {
      const purchase = await run(usher);
      choice.isAccepted = true;
      choice.acceptedAt = world.now();
      choice.isGranted = purchase.$state.get().status === 'granted';
      void page.call('settled', withinMs.settled + 1000, () =>
        purchase.settled({ deadlineMs: withinMs.settled }),
      );
    } catch (error) {
      choice.error = (error as { code?: string }).code ?? String(error);
      throw error;
    }
  });
}

/** A viewer reads the price that the page shows, and clicks on it. It may have changed since. */
export function buyOffer(
  world: World,
  page: WorldPage,
  { by, afterMs }: Extract<WorldEvent, { does: 'buy offer' }>,
): void {
  const reference = { item: 7, streamtype: 'video' } as const;
  const click = (offer: Offer): void => {
    if (page.isDisposed) return;
    const { operation, amount, currency } = offer;
    const terms = termsOf({ operation, amount, currency, provider: by, ...reference });
    const choice = noteChoice(world, page, terms);
    callBuy(world, page, choice, (usher) => usher.item(reference).buy(offer, { provider: by }));
  };
  void page
    .call('check', withinMs.check, (usher) => usher.item(reference).check())
    .then((state) => {
      const [offer] = state?.offers ?? [];
      if (offer) world.time.schedule(afterMs, () => click(offer), page.pace.owner);
    });
}

/**
 * A page gets checkout first, and then buys for the viewer whom it shows by then: the runtime
 * cannot know for whom the page wanted checkout.
 */
async function buyByCheckout(usher: Usher, values: BuyValues, choice: Choice): Promise<Purchase> {
  const checkout = await usher.checkout();
  choice.user = userOn(usher);
  return checkout.buy(values);
}

/** The ID of the user whom a page shows. */
function userOn({ $user }: Usher): string | null | undefined {
  const user = $user.get();
  return user && user.id;
}

function noteChoice(
  world: World,
  page: WorldPage,
  terms: Choice['terms'],
  namesBoth = false,
): Choice {
  const { facts, now } = world;
  const choice: Choice = {
    device: page.device,
    page: page.name,
    user: userOn(page.usher),
    intent: intentOf(terms),
    terms,
    namesBoth: intentOf(terms) === byOwnId && (namesBoth || hasNamedBoth(world, page)),
    at: now(),
  };
  facts.choices.push(choice);
  return choice;
}

/** A page prepares a purchase by itself, without `buy`. */
export function rawPrepare(world: World, page: WorldPage): void {
  const values = { ...deals[2], currency: 'EUR', provider: 'redirect' };
  const choice = noteChoice(world, page, termsOf(values));
  void page.call('raw prepare', withinMs.buy, (usher) =>
    usher.call('payment/preparetransaction', values).then(
      () => {
        choice.isAccepted = true;
        choice.acceptedAt = world.now();
      },
      (error: unknown) => {
        choice.error = (error as { code?: string }).code ?? String(error);
        if ('transactionID' in (error as object)) {
          world.facts.broken.push(
            '9. an error has a transactionID, and the others a transactionId',
          );
        }
        throw error;
      },
    ),
  );
}
