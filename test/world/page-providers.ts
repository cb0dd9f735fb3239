import type { Provider, ProviderOutcome } from '../../src/checkout/providers/provider.ts';
import type { WorldPage } from './page.ts';
import type { Place } from './place.ts';
import { ThrownByPage } from './thrown-by-page.ts';
import type { WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

const providerAddress = 'https://pay.test/';

export const paymentIn = (url: string): Parameters<typeof addressOf>[0] =>
  JSON.parse(new URL(url).searchParams.get('payment')!) as Parameters<typeof addressOf>[0];

type Payment = Parameters<Extract<Provider, { type: 'redirect' }>['url']>[0];

const addressOf = (payment: Payment): string =>
  `${providerAddress}?payment=${encodeURIComponent(JSON.stringify(payment))}`;

const readOutcome = (parameters: URLSearchParams): ProviderOutcome => ({
  outcome: parameters.get('outcome') as ProviderOutcome['outcome'],
  token: parameters.get('token') ?? undefined,
  reference: parameters.get('reference') ?? undefined,
});

/** The providers of a page, one of each kind. */
export function providersOf(
  { provider, now, time, readerErrors }: World,
  device: WorldDevice,
  place: Place,
  page: WorldPage,
): readonly Provider[] {
  return [
    { name: 'redirect', type: 'redirect', url: addressOf },
    {
      name: 'popup',
      type: 'popup',
      url: addressOf,
      read(parameters) {
        if (device.isReaderBroken) {
          readerErrors.thrown.push({ page: page.name, t: time.now() });
          throw new ThrownByPage('read of a provider');
        }
        return readOutcome(parameters);
      },
    },
    {
      name: 'in-page',
      type: 'in-page',
      pay: (payment) =>
        new Promise((resolve, reject) => {
          const user = page.usher.$user.get();
          provider.visits.push({
            order: provider.visits.length,
            device: device.index,
            page: page.name,
            place: place.number,
            kind: 'in-page',
            payment,
            at: now(),
            user: user && user.id,
            answer(outcome) {
              if (page.pace.owner.isGone()) return;
              if (outcome) resolve(outcome);
              else reject(new Error('out of order'));
            },
          });
        }),
    },
  ];
}
