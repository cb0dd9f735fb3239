import type { Incident } from 'usher-runtime';

/** Areas of the interface, in a viewer's words. */
const areas: Readonly<Record<string, string>> = {
  payment: 'buying tickets and redeeming vouchers',
  session: 'logging in and staying logged in',
  allmedia: 'lists and the search',
  statistics: 'the figures of the house',
  system: 'forms and their lists',
  all: 'the whole house',
};

export interface Severity {
  readonly text: string;
  /** The higher, the worse. */
  readonly rank: number;
}

const severities: Readonly<Record<string, Severity>> = {
  critical: { text: 'Serious trouble', rank: 3 },
  major: { text: 'Trouble', rank: 2 },
  minor: { text: 'Small trouble', rank: 1 },
};

/** How bad it is; a severity of the platform's own is shown as it is. */
export const severityOf = ({ severity }: Incident): Severity =>
  severities[severity] ?? { text: severity ? `Trouble (${severity})` : 'Trouble', rank: 2 };

/** What is affected, as a sentence; empty where the platform does not say. */
export function affectedText({ affects }: Incident): string {
  const names = affects.map((area) => areas[area.toLowerCase()] ?? area);
  const list = new Intl.ListFormat(document.documentElement.lang).format(names);
  return names.length ? `It affects ${list}.` : '';
}

/** An incident that names no area affects all of them. */
export const affectsPayment = ({ affects }: Incident): boolean =>
  affects.length === 0 || affects.some((area) => ['payment', 'all'].includes(area.toLowerCase()));
