import type { EditableAttribute } from 'usher-runtime';

/** Names of the platform's attributes in words; others are spelt out from their names. */
const labels: Readonly<Record<string, string>> = {
  refnr: 'Number in the house',
  releasedate: 'First release',
  isPicked: 'Editors’ pick',
  forKids: 'Made for kids',
  isPay: 'For pay',
  price: 'Price for a time',
  ownagePrice: 'Price for good',
  isPremiumOnly: 'Premium only',
  age: 'Youngest age',
  countries: 'Only in these countries',
  availableFrom: 'Available from',
  availableUntil: 'Available until',
  needsLogin: 'Needs a login',
  domains: 'Only at these domains',
};

export const labelOf = (name: string): string => labels[name] ?? spellOut(name);

/** `socialTitle` as "Social title". */
function spellOut(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the platform says of an attribute, and how long it may be. */
export function hintOf({ type, hint, maxlength = 0, format = '' }: EditableAttribute): string {
  const length = maxlength.toLocaleString(document.documentElement.lang);
  const isRange = type === 'integer' && /^\d+-\d+$/.test(format);
  return [
    hint ? `${hint}.` : '',
    maxlength > 0 ? `At most ${length} characters.` : '',
    isRange ? `From ${format.replace('-', ' to ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
