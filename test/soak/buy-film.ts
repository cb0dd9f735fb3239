import type { Locator, Page } from '@playwright/test';
import type { FilmForSale } from '../faults/support/film-picker.ts';
import { inPage, payButton, rentButton, stageOf } from '../fixtures/flows/checkout.ts';
import type { Scene } from './scene.ts';
import { shownViewer } from './viewers.ts';

/** A payment that the provider took in the shop. */
export interface SoakPayment {
  readonly transaction: string;
  readonly gid: string;
  /** Whom the shop showed when the viewer paid. */
  readonly buyer: string;
  readonly takenAt: number;
}

export interface Bought {
  readonly payment: SoakPayment | undefined;
  readonly isGranted: boolean;
}

/** How long the viewer waits for one step, before they load the page again. */
const stepMs = 10_000;

/**
 * Rents a film in the page, as a viewer does who loads the page again when something does not come,
 * for `patienceMs`.
 */
export async function buyFilm(
  scene: Scene,
  { gid }: FilmForSale,
  patienceMs: number,
): Promise<Bought> {
  const { shop, url, provider } = scene;
  const paidBefore = provider.payments.length;
  const endsAt = Date.now() + patienceMs;
  let buyer = '';
  let isGranted = false;
  while (!isGranted && Date.now() < endsAt) {
    try {
      await shop.goto(`${url}/watch.html?gid=${gid}`);
      if (provider.payments.length === paidBefore) buyer = await pay(shop);
      await gateWith(shop, 'granted').waitFor({ timeout: stepMs, state: 'attached' });
      isGranted = true;
    } catch (error) {
      // What goes wrong on purpose took longer than the viewer waited.
      const isOnPurpose = /Timeout|interrupted|ERR_INTERNET_DISCONNECTED|NS_ERROR_OFFLINE/;
      if (!isOnPurpose.test(String(error))) throw error;
    }
  }
  const taken = provider.payments[paidBefore];
  const payment = taken && { transaction: taken.transaction, gid, buyer, takenAt: Date.now() };
  return { payment, isGranted };
}

/** From the locked film to the approved payment. Says whom the page showed then. */
async function pay(shop: Page): Promise<string> {
  const timeout = stepMs;
  await rentButton(shop).click({ timeout });
  await payButton(stageOf(shop), 'In this page').click({ timeout });
  const approve = inPage(shop).getByRole('button', { name: /^Approve/ });
  await approve.waitFor({ timeout });
  const buyer = await shownViewer(shop);
  await approve.click({ timeout });
  return buyer;
}

const gateWith = (shop: Page, access: string): Locator =>
  shop.locator(`usher-gate[access=${access}]`);
