import { el } from '../../ui/dom.ts';
import { keep, readKept } from '../session/site-storage.ts';
import { providerName } from './payment-providers.ts';

const ways = [
  {
    name: 'harbour-here',
    title: 'In this page',
    story: `A form of ${providerName} opens over the page.`,
  },
  { name: 'harbour-window', title: 'In a window', story: 'The page stays as it is behind it.' },
  {
    name: 'harbour-page',
    title: 'On the provider’s page',
    story: `You go to ${providerName}, and come back here.`,
  },
];

/** Where a way of paying leads, in the middle of a sentence. */
export const placeOf = (name) =>
  ({ 'harbour-here': 'in the form over this page', 'harbour-window': 'in the window' })[name] ??
  `on the page of ${providerName}`;

/**
 * Lets the viewer choose how to pay; the choice is remembered. `chosen()` is the name of the
 * provider.
 */
export function createPaymentChoice() {
  const remembered = readKept('way');
  const first = ways.some(({ name }) => name === remembered) ? remembered : ways[0].name;
  const radios = ways.map(({ name }) =>
    el('input', {
      type: 'radio',
      name: 'way',
      value: name,
      checked: name === first,
      onchange: () => keep('way', name),
    }),
  );
  return {
    element: el(
      'fieldset',
      { class: 'choice' },
      el('legend', {}, 'How to pay'),
      ...ways.map(({ title, story }, index) =>
        el(
          'label',
          { class: 'choice-card' },
          radios[index],
          el('span', {}, el('strong', {}, title), el('span', {}, story)),
        ),
      ),
    ),
    chosen: () => radios.find((radio) => radio.checked).value,
  };
}
