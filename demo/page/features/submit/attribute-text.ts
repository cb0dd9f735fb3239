/** Names of the platform's attributes in words; others are spelt out from their names. */
const words = {
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

export const labelOf = (name) => words[name] ?? spelt(name);

const spelt = (name) => {
  const parts = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return parts.charAt(0).toUpperCase() + parts.slice(1);
};

/** What the platform says of an attribute, and how long it may be. */
export function hintOf({ type, hint = '', maxlength, format }) {
  const most =
    maxlength > 0
      ? `At most ${maxlength.toLocaleString(document.documentElement.lang)} characters.`
      : '';
  const range =
    type === 'integer' && /^\d+-\d+$/.test(format) ? `From ${format.replace('-', ' to ')}.` : '';
  return [hint && `${hint}.`, most, range].filter(Boolean).join(' ');
}
