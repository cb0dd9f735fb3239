import { choices, defaultOf } from './choices.ts';
import { addDays, isDay, todayIn } from './days.ts';

export const ownTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const isTimezone = (name) => {
  try {
    return Boolean(name && Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false; // the browser does not know it
  }
};

/** What an address of the dashboard asks for; what it says wrongly counts as not said. */
export function readAddress(search) {
  const said = new URLSearchParams(search);
  const chosen = Object.fromEntries(
    Object.keys(choices).map((name) => [
      name,
      Object.hasOwn(choices[name], said.get(name) ?? 'none') ? said.get(name) : defaultOf(name),
    ]),
  );
  const timezone = isTimezone(said.get('timezone')) ? said.get('timezone') : ownTimezone;
  const country = /^[A-Z]{2}$/.test(said.get('country')) ? said.get('country') : '';
  const item = /^\d{1,19}$/.test(said.get('item')) ? said.get('item') : '';
  return { ...chosen, timezone, country, item, ...readDays(chosen, said, timezone) };
}

function readDays(chosen, said, timezone) {
  const [from, to] = [said.get('from') ?? '', said.get('to') ?? ''];
  if (chosen.period === 'own' && isDay(from) && isDay(to) && from <= to) return { from, to };
  const today = todayIn(timezone);
  const period = chosen.period === 'own' ? defaultOf('period') : chosen.period;
  return { period, from: addDays(today, 1 - Number(period)), to: today };
}

/** The address of a view: only what differs from the usual one. */
export function addressOf(view) {
  const said = new URLSearchParams();
  for (const name of Object.keys(choices)) {
    if (view[name] !== defaultOf(name)) said.set(name, view[name]);
  }
  if (view.period === 'own') for (const name of ['from', 'to']) said.set(name, view[name]);
  if (view.timezone !== ownTimezone) said.set('timezone', view.timezone);
  for (const name of ['country', 'item']) if (view[name]) said.set(name, view[name]);
  const query = said.toString();
  return `${location.pathname}${query && `?${query}`}`;
}
