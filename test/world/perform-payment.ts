import type { ProviderOutcome } from '../../src/checkout/providers/provider.ts';
import { placeOfSecondDevice, tabPlaces, type WorldEvent } from './events.ts';
import { openPage } from './open-page.ts';
import type { Visit } from './provider.ts';
import { pageAddress } from './site.ts';
import { withinMs } from './within-ms.ts';
import type { World } from './world.ts';

type Pay = Extract<WorldEvent, { readonly does: 'pay' }>;

/** The nth visit, counted from the latest. */
function visitAt({ provider: { visits } }: World, nth: number): Visit | undefined {
  return visits.length ? visits[visits.length - 1 - (nth % visits.length)] : undefined;
}

const addressWith = (returnUrl: string, outcome: ProviderOutcome): string =>
  `${returnUrl}&${new URLSearchParams(
    Object.entries(outcome).map(([name, value]) => [name, String(value)]),
  ).toString()}`;

/** The viewer acts at the provider, and comes back or not. */
export function pay(world: World, { visit: nth, act, back }: Pay): void {
  const { provider, now } = world;
  const visit = visitAt(world, nth);
  if (!visit || world.closedVisits.has(visit)) return;
  const { payment, answer } = visit;
  const outcome = provider.act(payment, act, now());
  world.noteCharge(visit);
  if (back === null) return;
  if (answer) {
    world.closedVisits.add(visit); // an in-page payment answers once
    const page = world.devices[visit.device]!.pageAt(visit.place!);
    const give = (): void => {
      if (page?.name === visit.page && page.pace.life() !== 'frozen' && outcome) {
        noteArrival(world, visit, outcome, page.name, '');
      }
      answer(outcome);
    };
    return page ? page.whenFree(give) : give();
  }
  if (!outcome) return;
  comeBack(world, visit, outcome, back);
}

function comeBack(
  world: World,
  visit: Visit,
  outcome: ProviderOutcome,
  back: NonNullable<Pay['back']>,
): void {
  const address = addressWith(visit.payment.returnUrl, outcome);
  if (visit.kind === 'popup') return comeBackInWindow(world, visit, outcome, address);
  const place = placeOf(visit, back);
  const page = openPage(world, place, { address, again: true });
  noteArrival(world, visit, outcome, page.name, address);
}

function placeOf({ place }: Visit, back: NonNullable<Pay['back']>): number {
  const isSecond = place === placeOfSecondDevice;
  if (back === 'another browser') return isSecond ? tabPlaces[1] : placeOfSecondDevice;
  if (back === 'same tab' || isSecond) return place!; // the second device has one tab
  return tabPlaces[(place! + 1) % tabPlaces.length]!;
}

/** The window of a payment shows the return address. */
function comeBackInWindow(
  world: World,
  visit: Visit,
  outcome: ProviderOutcome,
  address: string,
): void {
  const device = world.devices[visit.device]!;
  const place = device.places.get(visit.place!);
  if (!place || place.isClosed) return;
  const page = device.open(visit.place!, { address, again: true });
  void page.call('start', withinMs.start, (usher) => usher.start());
  noteArrival(world, visit, outcome, page.name, address);
}

function noteArrival(
  { arrivals, now, time, devices }: World,
  { payment, device }: Visit,
  { outcome, token }: ProviderOutcome,
  page: string,
  address: string,
): void {
  const shownOn = devices.findIndex((each) => each.pages().some(({ name }) => name === page));
  arrivals.push({
    device: shownOn < 0 ? device : shownOn,
    page,
    transactionId: payment.transactionId,
    outcome,
    token,
    address,
    at: now(),
    t: time.now(),
  });
}

/** The viewer closes the window of a payment, blank or not. */
export function closeWindow({ devices }: World, nth: number): void {
  const windows = [...devices[0]!.places.values()].filter(
    ({ number, isClosed }) => number >= 100 && !isClosed,
  );
  const place = windows[nth % (windows.length || 1)];
  if (!place) return;
  if (place.page) devices[0]!.close(place.number);
  place.isClosed = true;
}

/** The same return address is opened once more. */
export function returnAgain(
  world: World,
  { tab, nth }: Extract<WorldEvent, { does: 'return again' }>,
): void {
  const known = world.arrivals.filter(({ address }) => address);
  if (known.length) openPage(world, tab, { address: known[nth % known.length]!.address });
}

/** A return that no provider made. */
export function forgeReturn(
  world: World,
  { tab, kind }: Extract<WorldEvent, { does: 'forge return' }>,
): void {
  const own = world.provider.visits.at(-1)?.payment.returnUrl;
  const domain = kind === 'foreign' ? '742' : '741';
  const returnUrl =
    kind === 'tampered' && own
      ? own
      : `${pageAddress}?usher-return=${domain}.0123456789abcdef0123456789abcdef`;
  openPage(world, tab, {
    address: addressWith(returnUrl, { outcome: 'approved', token: 'forged' }),
  });
}
