import { expect, test } from '@playwright/test';
import {
  panelView,
  type PanelInput,
  type PanelTask,
  type PanelView,
} from '../../src/elements/panel-view.ts';
import type { PurchaseState } from '../../src/index.ts';
import { offer } from '../fixtures/testing/locked-film.ts';

const user = { id: '17', name: 'Ada' };
const subscription = {
  id: 'subscription-799-EUR-1',
  operation: 'subscription',
  amount: 799,
  currency: 'EUR',
  duration: 1,
};

const purchase = (changes: Partial<PurchaseState>): PurchaseState => ({
  id: 'p1',
  status: 'awaiting-provider',
  operation: 'ppv',
  item: '7',
  streamtype: 'video',
  globalId: null,
  title: null,
  amount: 499,
  currency: 'EUR',
  provider: 'card',
  transactionId: '1',
  startedAt: 1000,
  changedAt: 1000,
  expiresAt: null,
  hasUnreadReturn: false,
  ...changes,
});

const input = (
  item: Partial<PanelInput['item']>,
  others: Partial<Omit<PanelInput, 'item'>> = {},
): PanelInput => ({
  item: { access: 'denied', checking: false, reason: 'not-paid', offers: [offer], ...item },
  reference: { item: '7', streamtype: 'video' },
  purchases: [],
  session: { status: 'ready', user: null, changedAt: 500 },
  task: {},
  ...others,
});

const loggedIn = { session: { status: 'ready', user, changedAt: 500 } } as const;
const doing = (task: PanelTask): { task: PanelTask } => ({ task });
const having = (...purchases: PurchaseState[]) => ({ purchases });

type Row = readonly [title: string, input: PanelInput, view: Partial<PanelView>];

/** The state table: the inputs, and what is shown. */
const table: readonly Row[] = [
  [
    'a purchase that was given up, with a return that is not read: it may be paid',
    input({}, { ...loggedIn, ...having(purchase({ status: 'abandoned', hasUnreadReturn: true })) }),
    { step: 'purchase', offers: [] },
  ],
  [
    'a purchase that was begun by the global ID of the item',
    input(
      {},
      {
        ...loggedIn,
        reference: { item: '7', streamtype: 'video', globalId: '107' },
        ...having(purchase({ item: '107', streamtype: 'allmedia' })),
      },
    ),
    { step: 'purchase', offers: [] },
  ],
  [
    'a purchase that was begun by the ID of an item that is named by its global ID here',
    input(
      {},
      {
        ...loggedIn,
        reference: { item: '107', streamtype: 'allmedia' },
        ...having(purchase({ globalId: '107' })),
      },
    ),
    { step: 'purchase', offers: [] },
  ],
  [
    'a purchase of an item whose ID is the global ID of this one',
    input(
      {},
      {
        ...loggedIn,
        reference: { item: '7', streamtype: 'video', globalId: '107' },
        ...having(purchase({ item: '107' })),
      },
    ),
    { step: 'overview' },
  ],
  ['before the first answer', input({ access: 'unknown', reason: '' }), { step: 'checking' }],
  [
    'offline',
    input({ access: 'unknown', reason: 'offline' }),
    { step: 'unknown', canRetry: true, canLogin: false },
  ],
  [
    'offline, while it is asked again',
    input({ access: 'unknown', reason: 'offline', checking: true }),
    { step: 'unknown' },
  ],
  [
    'without the code for a check',
    input({
      access: 'unknown',
      reason: '',
      error: { code: 'network', message: '', retryable: false },
    }),
    { step: 'unknown', canRetry: true },
  ],
  [
    'after everything was forgotten: nothing is checked until the viewer asks',
    input(
      { access: 'unknown', reason: '' },
      { session: { status: 'ended', user: null, changedAt: 500 } },
    ),
    { step: 'unknown', canRetry: true, isForgotten: true },
  ],
  [
    'after a logout, while the item is checked again',
    input(
      { access: 'unknown', reason: '', checking: true },
      { session: { status: 'ended', user: null, changedAt: 500 } },
    ),
    { step: 'checking', canRetry: false },
  ],
  ['granted', input({ access: 'granted', reason: 'paid' }), { step: 'granted', offers: [] }],
  [
    'granted, though a purchase is still verified',
    input({ access: 'granted', reason: 'paid' }, having(purchase({ status: 'verifying' }))),
    { step: 'granted' },
  ],
  [
    'not paid, logged out',
    input({}),
    { step: 'overview', offers: [offer], canLogin: true, canRedeem: true, canRetry: false },
  ],
  ['not paid, logged in', input({}, loggedIn), { step: 'overview', canLogin: false }],
  [
    'an offer chosen, logged out',
    input({}, doing({ form: 'payment', offer })),
    { step: 'login', offer, canGoBack: true },
  ],
  [
    'an offer chosen, logged in',
    input({}, { ...loggedIn, ...doing({ form: 'payment', offer }) }),
    { step: 'payment', offer, canGoBack: true },
  ],
  [
    'an offer chosen that this user does not get any more',
    input({ reason: 'geo', offers: [] }, { ...loggedIn, ...doing({ form: 'payment', offer }) }),
    { step: 'overview', offers: [], canGoBack: false },
  ],
  [
    'an offer chosen whose price has changed',
    input(
      { offers: [{ ...offer, id: 'ppv-599-EUR-48', amount: 599 }] },
      { ...loggedIn, ...doing({ form: 'payment', offer }) },
    ),
    { step: 'overview', canGoBack: false },
  ],
  [
    'a voucher where none helps',
    input({ reason: 'geo', offers: [] }, { ...loggedIn, ...doing({ form: 'voucher' }) }),
    { step: 'overview', canRedeem: false },
  ],
  [
    'a voucher, logged out',
    input({}, doing({ form: 'voucher' })),
    { step: 'login', canGoBack: true },
  ],
  [
    'a voucher, logged in',
    input({}, { ...loggedIn, ...doing({ form: 'voucher' }) }),
    { step: 'voucher' },
  ],
  ['a login requested', input({}, doing({ form: 'login' })), { step: 'login', canGoBack: true }],
  [
    'the login complete',
    input({}, { ...loggedIn, ...doing({ form: 'login' }) }),
    { step: 'overview', canGoBack: false },
  ],
  [
    'only for members, logged out',
    input({ reason: 'login-required' }),
    { step: 'login', canGoBack: false, offers: [] },
  ],
  [
    'not in this country',
    input({ reason: 'geo' }),
    { step: 'overview', offers: [], canLogin: false, canRedeem: false },
  ],
  ['not at this time', input({ reason: 'schedule' }), { step: 'overview', canRetry: true }],
  ['too young', input({ reason: 'age' }), { step: 'overview', canLogin: true, offers: [] }],
  [
    'a reason of the platform',
    input({ reason: 'embargo' }),
    { step: 'overview', offers: [offer], canLogin: true },
  ],
  [
    'a purchase under way',
    input({}, { ...loggedIn, ...having(purchase({})) }),
    { step: 'purchase', purchase: purchase({}) },
  ],
  [
    'a purchase of another item',
    input({}, { ...loggedIn, ...having(purchase({ item: '8' })) }),
    { step: 'overview', purchase: undefined },
  ],
  [
    'the same ID as another stream type',
    input({}, { ...loggedIn, ...having(purchase({ streamtype: 'audio' })) }),
    { step: 'overview', purchase: undefined },
  ],
  [
    'an open subscription that the item offers',
    input(
      { offers: [offer, subscription] },
      { ...loggedIn, ...having(purchase({ operation: 'subscription', item: null })) },
    ),
    { step: 'purchase' },
  ],
  [
    'an open subscription that the item does not offer',
    input({}, { ...loggedIn, ...having(purchase({ operation: 'subscription', item: null })) }),
    { step: 'overview' },
  ],
  [
    'a payment that has just been declined',
    input({}, { ...loggedIn, ...having(purchase({ status: 'failed' })) }),
    { step: 'overview', purchase: purchase({ status: 'failed' }), offers: [offer] },
  ],
  [
    'a payment that was declined on an earlier page',
    input({}, { ...loggedIn, ...having(purchase({ status: 'failed', changedAt: 400 })) }),
    { step: 'overview', purchase: undefined },
  ],
  [
    'a payment that a return page has settled before the session of this page',
    input(
      {},
      { ...loggedIn, newsSince: 300, ...having(purchase({ status: 'failed', changedAt: 400 })) },
    ),
    { step: 'overview', purchase: purchase({ status: 'failed', changedAt: 400 }) },
  ],
  [
    'a newer purchase beside a declined one',
    input(
      {},
      {
        ...loggedIn,
        ...having(purchase({ status: 'failed' }), purchase({ id: 'p2', startedAt: 2000 })),
      },
    ),
    { step: 'purchase', purchase: purchase({ id: 'p2', startedAt: 2000 }) },
  ],
];

for (const [title, given, view] of table) {
  test(`shows ${view.step}: ${title}`, () => {
    expect(panelView(given)).toMatchObject(view);
  });
}

test('shows a known problem of the platform in every step', () => {
  const incident = { ID: '1', title: 'Slow payments', description: '', severity: '', affects: [] };
  const given = input({}, { session: { status: 'ready', user, changedAt: 500, incident } });
  expect(panelView(given).incident).toBe('Slow payments');
});

const open = [
  'preparing',
  'awaiting-provider',
  'finishing',
  'pending',
  'verifying',
  'unknown',
  'suspended',
] as const;

for (const status of open) {
  test(`a purchase that is ${status} replaces the offers`, () => {
    const view = panelView(input({}, having(purchase({ status }))));
    expect(view).toMatchObject({ step: 'purchase', offers: [] });
  });
}
