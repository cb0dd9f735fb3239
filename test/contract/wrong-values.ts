import type { KindName } from '../../src/contract/endpoint.ts';

/** What no kind takes, with things that cannot even be turned into text. */
const nothing = [null, Symbol('5'), () => 5, Object.create(null)];
const notText = [5, 5n, true, {}, [], ['text'], new Date(), new String('text'), ...nothing];
const notInteger = [1.5, '5', NaN, Infinity, -Infinity, 2 ** 53, 5n, true, {}, [5], new Date(), ...nothing];
const notCode = ['', 'd', 'deu', 'd1', 'dé', 'd\n', ' d', 49, true, ['de'], { toString: () => 'de' }, ...nothing];
const notList = [5, true, {}, ...nothing, [], [''], '', 'a,,b', ',', ['a,b'], [5], [null], [undefined], ['a\n'], ['\ud800'], [['a']], Array(2)];

/** For each kind of field what it must refuse, written from the design, not from the kinds. */
export const wrongValues: Readonly<Record<KindName, readonly unknown[]>> = {
  text: [...notText, 'a\nb', 'a\rb', 'a\u0000', '\u007f', '\u0085', '\ud800', 'a\udfff', '\udc00\ud800'],
  flag: ['1', 'true', '', 2, -1, NaN, {}, [], [true], 1n, Object(true), ...nothing],
  integer: notInteger,
  number: ['5', '', NaN, Infinity, -Infinity, 5n, true, {}, [5], new Date(), ...nothing],
  id: [-1, 1.5, NaN, Infinity, 2 ** 53, -1n, '', '-1', '+1', '1.0', '1e5', '0x1F', ' 7', '7 ', '7\n', '7,8', '٣', '７', 'seven', '1'.repeat(21), true, {}, [7], ['7'], new Date(), new String('7'), { toString: () => '7' }, ...nothing],
  amount: [19.99, NaN, -1, '5', '', Infinity, -Infinity, 2 ** 53, 5n, true, {}, [5], new Date(), ...nothing],
  language: notCode,
  country: notCode,
  currency: ['', 'EU', 'EURO', 'EU1', '€€€', 'EUR\n', 978, true, ['EUR'], { toString: () => 'EUR' }, ...nothing],
  timestamp: [1_790_000_000_000, -1, 1.5, NaN, Infinity, '1790000000', '2026-01-01', new Date(NaN), new Date(-1), 5n, true, {}, [], ...nothing],
  day: [
    '2026-02-29', '2026-02-30', '2026-04-31', '2100-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '26-01-01', '20260101', '01.02.2026',
    '2026-01-01T00:00:00Z', '2026-01-01 ', '2026-01-01\n', '+002026-01-01', '٢٠٢٦-01-01', 'today', '', 20260101, 1_790_000_000, true, {}, [], ['2026-01-01'], new Date(NaN), ...nothing,
  ],
  timezone: ['Mars/Olympus', '', ' ', 'Europe/Berlin\n', 1, true, {}, ['Europe/Berlin'], { toString: () => 'UTC' }, ...nothing],
  streamtype: notText,
  list: notList,
  streamtypes: notList,
  ids: [5, 5n, true, {}, ...nothing, [], [''], '', '1,,2', '1, 2', [1.5], ['x'], [-1], [null], [undefined], ['1,2'], Array(2)],
  record: ['a', 5, true, null, Symbol('a'), ['a'], [], new Date(), new Map([['a', 'b']]), () => 'a', { a: null }, { a: {} }, { a: NaN }, { a: [1] }, { '': 'a' }, { a: '\u0000' }, { 'a\n': 'a' }, { '\ud800': 'a' }],
};
