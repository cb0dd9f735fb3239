import { el } from '../../ui/dom.ts';
import { ownTimezone } from './address.ts';
import { createChoice } from './choice.ts';
import { addDays, isDay, todayIn } from './days.ts';
import { countryName } from './formats.ts';
import { createItemPicker } from './item-picker.ts';

/** Where the house has viewers; any other country of an address is added. */
const countries = [
  'DE',
  'AT',
  'CH',
  'US',
  'GB',
  'FR',
  'NL',
  'PL',
  'IT',
  'ES',
  'BE',
  'DK',
  'SE',
  'CA',
  'AU',
];
/** The platform answers for ten years at most. */
const mostDays = 3660;

/** The row of filters above all figures. Each holds at once, and is part of the address. */
export function mountFilters(form, { view, allmedia, titles }) {
  form.append(
    createChoice({ view, name: 'period', label: 'Period' }),
    createDays(view),
    createChoice({ view, name: 'streamtype', label: 'Media' }),
    createChoice({ view, name: 'gateway', label: 'Way in' }),
    createChoice({ view, name: 'device', label: 'Device' }),
    createNames({
      view,
      name: 'country',
      label: 'Country',
      first: { '': 'All countries' },
      values: countries,
      wordsOf: countryName,
    }),
    createNames({
      view,
      name: 'timezone',
      label: 'Days of',
      first: {},
      values: timezones(),
      wordsOf: (zone) => zone.replaceAll('_', ' '),
    }),
    createItemPicker({ view, allmedia, titles }),
    createClear(view),
  );
  form.addEventListener('submit', (event) => event.preventDefault()); // each filter holds by itself
}

const timezones = () => [
  ...new Set([
    ownTimezone,
    'UTC',
    ...(Intl.supportedValuesOf?.('timeZone') ?? [
      'Europe/Berlin',
      'Europe/London',
      'America/New_York',
    ]),
  ]),
];

/** A select of names that a page knows only when it is read. */
function createNames({ view, name, label, first, values, wordsOf }) {
  const id = `filter-${name}`;
  const option = (value) => el('option', { value }, first[value] ?? wordsOf(value));
  const select = el(
    'select',
    { id, 'data-choice': name, onchange: () => view.change({ [name]: select.value }) },
    ...Object.keys(first).map(option),
    ...values.map(option),
  );
  view.subscribe((now) => {
    if (![...select.options].some(({ value }) => value === now[name])) {
      select.append(option(now[name]));
    }
    select.value = now[name];
  });
  return el('div', { class: 'choice' }, el('label', { for: id }, label), select);
}

/** First and last day. They show every period, and make one of their own when they are changed. */
function createDays(view) {
  const [from, to] = ['from', 'to'].map((name) =>
    el('input', { type: 'date', id: `filter-${name}`, required: true }),
  );
  const change = () => {
    from.setCustomValidity(from.value > to.value ? 'The first day comes after the last.' : '');
    if (!isDay(from.value) || !isDay(to.value) || !from.reportValidity()) return;
    view.change({ period: 'own', from: from.value, to: to.value });
  };
  for (const input of [from, to]) input.addEventListener('change', change);
  view.subscribe((now) => {
    [from.value, to.value] = [now.from, now.to];
    const today = todayIn(now.timezone);
    for (const input of [from, to]) {
      Object.assign(input, {
        max: now.to > today ? now.to : today,
        min: addDays(today, -mostDays + 1),
      });
    }
    from.setCustomValidity('');
  });
  return el(
    'fieldset',
    { class: 'days' },
    el('legend', { class: 'visually-hidden' }, 'First and last day'),
    el('div', { class: 'choice' }, el('label', { for: from.id }, 'From'), from),
    el('div', { class: 'choice' }, el('label', { for: to.id }, 'To'), to),
  );
}

function createClear(view) {
  const usual = { streamtype: 'allmedia', gateway: '', device: '', country: '', item: '' };
  const button = el(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => {
        view.change(usual);
        document.querySelector('[data-choice=streamtype]').focus(); // the button is gone
      },
    },
    'Clear filters',
  );
  view.subscribe((now) => {
    button.hidden = Object.entries(usual).every(([name, value]) => now[name] === value);
  });
  return button;
}
