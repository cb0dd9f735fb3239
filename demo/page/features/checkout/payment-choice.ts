import { el } from '../../ui/dom.ts';
import { createStoredValue } from '../session/site-storage.ts';
import { createChoiceCards } from './choice-cards.ts';
import { providerName } from './payment-providers.ts';

interface PaymentMethod {
  /** The name of the provider in `payment-providers.ts`. */
  readonly name: string;
  readonly title: string;
  readonly story: string;
  /** Where it leads, in the middle of a sentence. */
  readonly destination: string;
}

const onProviderPage: PaymentMethod = {
  name: 'harbour-page',
  title: 'On the provider’s page',
  story: `You go to ${providerName}, and come back here.`,
  destination: `on the page of ${providerName}`,
};

const methods: readonly PaymentMethod[] = [
  {
    name: 'harbour-here',
    title: 'In this page',
    story: `A form of ${providerName} opens over the page.`,
    destination: 'in the form over this page',
  },
  {
    name: 'harbour-window',
    title: 'In a window',
    story: 'The page stays as it is behind it.',
    destination: 'in the window',
  },
  onProviderPage,
];

const storedMethod = createStoredValue<string>('way');

/** Where a payment is made, in the middle of a sentence. */
export const paymentDestination = (name: string | null): string =>
  (methods.find((method) => method.name === name) ?? onProviderPage).destination;

export interface PaymentChoice {
  readonly element: HTMLElement;
  /** The name of the chosen provider. */
  readonly chosen: () => string;
}

/** Lets the viewer choose how to pay; the choice is remembered. */
export function createPaymentChoice(): PaymentChoice {
  const remembered = storedMethod.read();
  const index = methods.findIndex(({ name }) => name === remembered);
  let chosen = methods[Math.max(0, index)] ?? onProviderPage;
  return {
    element: createChoiceCards({
      legend: 'How to pay',
      name: 'way',
      entries: methods,
      chosen,
      valueOf: ({ name }) => name,
      contentOf: ({ title, story }) => [el('strong', {}, title), el('span', {}, story)],
      onChoose(method) {
        chosen = method;
        storedMethod.write(method.name);
      },
    }),
    chosen: () => chosen.name,
  };
}
