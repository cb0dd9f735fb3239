// Checked by the compiler, never run: the fake is a runtime, and its answers have types.
import type { MediaPage, PurchaseState, Usher } from '../../src/index.ts';
import {
  createFakeUsher,
  type FakeUsher,
  type FakeUsherOptions,
} from '../../src/testing/create-fake-usher.ts';

declare function showPage(usher: Usher): void;
declare const page: MediaPage;
declare const id: string;

const usher: FakeUsher = createFakeUsher();
showPage(usher);
const finished: Promise<PurchaseState> = usher.finishPurchase(undefined, 'pending');

export const options: readonly FakeUsherOptions[] = [
  {
    answers: {
      'allmedia/latest': page,
      'session/currentweather': { general: { temperature: 20 } },
      'payment/redeemvoucher': () => ({ general: { state: 'redeemed' } }),
    },
  },
  // @ts-expect-error the temperature is in `general`
  { answers: { 'session/currentweather': { temperature: 20 } } },
  { answers: { 'allmedia/latest': ({ limit }) => (limit ? page : Promise.resolve(page)) } },
  // @ts-expect-error a list is a page
  { answers: { 'allmedia/latest': [page] } },
  // @ts-expect-error there is no such endpoint
  { answers: { 'allmedia/nix': page } },
  { items: { [`${id}/video`]: 'denied' }, sources: { [`${id}/video`]: [] } },
  // @ts-expect-error there is no such access
  { items: { '7/video': 'maybe' } },
];

// @ts-expect-error a purchase has no such outcome
void usher.finishPurchase(undefined, 'maybe');

export const all: readonly unknown[] = [finished];
