import { openPage, send, sign, type Answered } from '../fixtures/platform/client.ts';
import type { TestProvider } from '../fixtures/platform/payment-provider.ts';
import { openBuyer, rent, type Buyer } from '../fixtures/platform/payment-setup.ts';
import { figuresOf, type LoadFigures, type LoadKind } from './load-figures.ts';

/** Calls that are under way at the same time, whatever the number of processes. */
const concurrency = 16;
/** Finishes that are prepared, and not measured. */
const maxFinishes = 600;
const domain = 741;

export interface Load {
  /**
   * Sends calls of a kind for so long, or as many as are prepared.
   *
   * @throws {Error} where one of them is refused
   */
  measure(kind: LoadKind, limitMs: number): Promise<LoadFigures>;
}

/** Sends the next call. Nothing where there is no further one. */
type Next = (index: number) => Promise<Answered> | undefined;

/** Opens sessions at all processes, and sends calls to them in turn. */
export async function openLoad(
  urls: readonly string[],
  provider: TestProvider,
  itemCount: number,
): Promise<Load> {
  const urlOf = (index: number): string => urls[index % urls.length]!;
  const sessions = await Promise.all(
    Array.from({ length: concurrency }, (_, index) =>
      openBuyer({ url: urlOf(index) }, provider, domain, index % 2 ? 'ada' : 'grace'),
    ),
  );
  const buyerOf = (index: number): Buyer => sessions[index % sessions.length]!;
  const finishes = async (): Promise<Next> => {
    const prepared = await prepareFinishes(buyerOf, provider, itemCount);
    return (index) => {
      const fields = prepared[index];
      return fields && buyerOf(index).pay('finishtransaction', fields);
    };
  };
  const nexts: Readonly<Record<Exclude<LoadKind, 'finish'>, Next>> = {
    init: (index) =>
      openPage(urlOf(index), domain, { nxp_devh: `4:15${10_000_000 + index}:178989` }).then(
        ({ init }) => init,
      ),
    keepalive: (index) => {
      const { cid, secret } = buyerOf(index);
      return send(`${urlOf(index)}/v3.1/${domain}/session/keepalive`, {
        method: 'POST',
        headers: { 'X-Request-CID': cid, 'X-Request-Token': sign('keepalive', domain, secret) },
      });
    },
    'item state': (index) =>
      buyerOf(index).pay('itemstate', {
        item: String((index % itemCount) + 1),
        streamtype: 'video',
      }),
  };
  return {
    measure: async (kind, limitMs) =>
      measure(kind === 'finish' ? await finishes() : nexts[kind], limitMs),
  };
}

/** Each of the two users rents items that this user has not rented. */
async function prepareFinishes(
  buyerOf: (index: number) => Buyer,
  provider: TestProvider,
  itemCount: number,
): Promise<Record<string, string>[]> {
  const prepared: Record<string, string>[] = [];
  const count = Math.min(maxFinishes, itemCount);
  for (let from = 0; from < count; from += concurrency) {
    const batch = Array.from({ length: Math.min(concurrency, count - from) }, async (_, place) => {
      const buyer = buyerOf(from + place);
      const id = await buyer.prepare({ ...rent, item: String(from + place + 1) });
      const token = await provider.sign({ sub: id, reference: `PAY-${id}` });
      return { transactionID: id, token };
    });
    prepared.push(...(await Promise.all(batch)));
  }
  return prepared;
}

async function measure(next: Next, limitMs: number): Promise<LoadFigures> {
  const durationsMs: number[] = [];
  const startedMs = performance.now();
  let index = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - startedMs < limitMs) {
      const sentMs = performance.now();
      const answered = await next(index++);
      if (!answered) return;
      if (answered.status !== 200) throw new Error(`${answered.status} ${answered.text}`);
      durationsMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return figuresOf(durationsMs, performance.now() - startedMs);
}
