import type { Allmedia } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElement, getElementOf } from '../../ui/get-element.ts';
import { whenIdle } from '../../ui/when-idle.ts';
import { ownTimezone } from './address.ts';
import { createChoice } from './choice.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { createDaysFilter } from './days-filter.ts';
import { countryName } from './formats.ts';
import { createItemPicker } from './item-picker.ts';
import type { ViewStore } from './view-store.ts';

/** Where the demo's viewers are. Any other country of an address is added. */
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
/** For browsers that cannot list theirs. */
const someTimezones = ['Europe/Berlin', 'Europe/London', 'America/New_York'];

/** The row of filters above all figures. Each holds at once, and is part of the address. */
export function mountFilters(
  form: HTMLElement,
  { view, titles }: DashboardParts,
  allmedia: Allmedia,
): void {
  form.append(
    createChoice({ view, name: 'period', label: 'Period' }),
    createDaysFilter(view),
    createChoice({ view, name: 'streamtype', label: 'Media' }),
    createChoice({ view, name: 'gateway', label: 'Way in' }),
    createChoice({ view, name: 'device', label: 'Device' }),
    createSelect({
      view,
      name: 'country',
      label: 'Country',
      values: ['', ...countries],
      textOf: (code) => (code ? countryName(code) : 'All countries'),
    }),
    createTimezoneSelect(view),
    createItemPicker({ view, allmedia, titles }),
    createClear(view),
  );
  form.addEventListener('submit', (event) => event.preventDefault()); // each filter holds by itself
}

/** The browser knows more than 400 timezones. They are added when the page has time for that. */
function createTimezoneSelect(view: ViewStore): HTMLElement {
  const textOf = (zone: string): string => zone.replaceAll('_', ' ');
  const choice = createSelect({
    view,
    name: 'timezone',
    label: 'Days of',
    values: [...new Set([ownTimezone(), 'UTC'])],
    textOf,
  });
  const select = getElementOf(HTMLSelectElement, 'select', choice);
  whenIdle(() => {
    const known = new Set([...select.options].map(({ value }) => value));
    const others = timezones().filter((zone) => !known.has(zone));
    select.append(...others.map((zone) => el('option', { value: zone }, textOf(zone))));
  });
  return choice;
}

function timezones(): readonly string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : someTimezones;
}

interface SelectParts {
  readonly view: ViewStore;
  readonly name: 'country' | 'timezone';
  readonly label: string;
  readonly values: readonly string[];
  readonly textOf: (value: string) => string;
}

/** A select whose values the page knows only when it is read. */
function createSelect({ view, name, label, values, textOf }: SelectParts): HTMLElement {
  const id = `filter-${name}`;
  const createOption = (value: string): HTMLElement => el('option', { value }, textOf(value));
  const select = el('select', { id, 'data-choice': name }, ...values.map(createOption));
  select.addEventListener('change', () => view.change({ [name]: select.value }));
  view.subscribe((now) => {
    const value = now[name];
    if (![...select.options].some((option) => option.value === value)) {
      select.append(createOption(value));
    }
    select.value = value;
  });
  return el('div', { class: 'choice' }, el('label', { for: id }, label), select);
}

function createClear(view: ViewStore): HTMLElement {
  const usual = {
    streamtype: 'allmedia',
    gateway: '',
    device: '',
    country: '',
    item: '',
  } as const;
  const names = ['streamtype', 'gateway', 'device', 'country', 'item'] as const;
  const button = el('button', { type: 'button', class: 'button' }, 'Clear filters');
  button.addEventListener('click', () => {
    view.change(usual);
    getElement('[data-choice=streamtype]').focus(); // the button is hidden now
  });
  view.subscribe((now) => {
    button.hidden = names.every((name) => now[name] === usual[name]);
  });
  return button;
}
