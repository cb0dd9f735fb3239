import { choiceNames, defaults, isChoice, type ChoiceName, type Choices } from './choices.ts';
import { addDays, isDay, todayIn, type Period } from './days.ts';

/** What the dashboard shows. */
export interface View extends Choices, Period {
  readonly timezone: string;
  /** Two letters; empty for all. */
  readonly country: string;
  /** A global ID; empty for all. */
  readonly item: string;
}

let knownTimezone: string | undefined;

/** The timezone of the browser. The first question takes a slow phone 50 ms. */
export const ownTimezone = (): string =>
  (knownTimezone ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');

/** What an address of the dashboard asks for; what it says wrongly counts as not said. */
export function readAddress(search: string): View {
  const address = new URLSearchParams(search);
  const matching = (name: string, pattern: RegExp): string => {
    const value = address.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  const chosen = readChoices(address);
  const wanted = address.get('timezone') ?? '';
  const timezone = isTimezone(wanted) ? wanted : ownTimezone();
  return {
    ...chosen,
    timezone,
    country: matching('country', /^[A-Z]{2}$/),
    item: matching('item', /^\d{1,19}$/),
    ...readPeriod(chosen.period, address, timezone),
  };
}

function readChoices(address: URLSearchParams): Choices {
  const read = <Name extends ChoiceName>(name: Name): Choices[Name] => {
    const value = address.get(name);
    return value !== null && isChoice(name, value) ? value : defaults[name];
  };
  return {
    streamtype: read('streamtype'),
    period: read('period'),
    gateway: read('gateway'),
    device: read('device'),
    figure: read('figure'),
    by: read('by'),
    ranking: read('ranking'),
    share: read('share'),
    revenue: read('revenue'),
    active: read('active'),
    reason: read('reason'),
    last: read('last'),
  };
}

function isTimezone(name: string): boolean {
  try {
    return Boolean(name && Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false; // the browser does not know it
  }
}

function readPeriod(
  chosen: Choices['period'],
  address: URLSearchParams,
  timezone: string,
): Period & Pick<Choices, 'period'> {
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const isOwn = chosen === 'own' && isDay(from) && isDay(to) && from <= to;
  if (isOwn) return { period: chosen, from, to };
  const today = todayIn(timezone);
  const period = chosen === 'own' ? defaults.period : chosen;
  return { period, from: addDays(today, 1 - Number(period)), to: today };
}

/** The address of a view: only what differs from the usual one. */
export function addressOf(view: View): string {
  const address = new URLSearchParams();
  for (const name of choiceNames) {
    if (view[name] !== defaults[name]) address.set(name, view[name]);
  }
  if (view.period === 'own') {
    address.set('from', view.from);
    address.set('to', view.to);
  }
  if (view.timezone !== ownTimezone()) address.set('timezone', view.timezone);
  if (view.country) address.set('country', view.country);
  if (view.item) address.set('item', view.item);
  const query = address.toString();
  return `${location.pathname}${query && `?${query}`}`;
}
