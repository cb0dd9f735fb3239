/** Areas of the interface, in a viewer's words. */
const areas = {
  payment: 'buying tickets and redeeming vouchers',
  session: 'logging in and staying logged in',
  allmedia: 'lists and the search',
  statistics: 'the figures of the house',
  system: 'forms and their lists',
  all: 'the whole house',
};

const severities = {
  critical: ['Serious trouble', 3],
  major: ['Trouble', 2],
  minor: ['Small trouble', 1],
};

/** How bad it is, in words and as a rank; a severity of the platform's own is told as it is. */
export const severityOf = ({ severity }) =>
  severities[severity] ?? [severity ? `Trouble (${severity})` : 'Trouble', 2];

/** What is affected, as a sentence; nothing where the platform does not say. */
export function affectedWords({ affects }) {
  const words = affects.map((area) => areas[area.toLowerCase()] ?? area);
  return words.length
    ? `It affects ${new Intl.ListFormat(document.documentElement.lang).format(words)}.`
    : '';
}

/** An incident that names no area affects all of them. */
export const affectsPayment = ({ affects }) =>
  !affects.length || affects.some((area) => /^(payment|all)$/i.test(area));
