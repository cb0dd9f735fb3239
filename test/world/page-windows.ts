import { createTabStorage } from './browser/tab-storage.ts';
import type { WindowHandle } from './browser/window.ts';
import { between } from './chance.ts';
import { paymentIn } from './page-providers.ts';
import type { WorldPage } from './page.ts';
import { newPlace, type Place } from './place.ts';
import { origin } from './site.ts';
import type { WorldDevice } from './world-device.ts';
import type { World } from './world.ts';

/** The time until a page that was sent to another address is gone. */
const leavingMs = 30;
/** The first place of payment windows. */
const firstWindow = 100;

export function closeIf(device: WorldDevice, place: Place, page: string): void {
  if (place.page?.name === page) device.close(place.number);
}

/** A page is left for an address of its own site, or for the provider's. */
export function leave(
  world: World,
  device: WorldDevice,
  place: Place,
  page: string,
  url: string,
): void {
  const { time, chance, provider, now } = world;
  const user = place.page?.usher.$user.get();
  time.schedule(between(chance, 1, leavingMs), () => {
    if (place.page?.name !== page) return;
    if (url.startsWith(origin)) {
      device.open(place.number, { address: url, again: true });
      return;
    }
    const payment = paymentIn(url);
    world.noteLeaving(page, payment);
    provider.visits.push({
      order: provider.visits.length,
      device: device.index,
      page,
      place: place.number,
      kind: 'redirect',
      payment,
      at: now(),
      user: user && user.id,
    });
    device.leavePage(place.number);
  });
}

/** Opens a blank window for a payment. */
export function openWindow(
  world: World,
  device: WorldDevice,
  { number: openerPlace }: Place,
  page: string,
  windowName: string,
): WindowHandle | null {
  if (device.blocksWindows) {
    world.blockedPages.add(page);
    return null;
  }
  const { provider, now } = world;
  world.windowPages.set(page, now());
  const number = firstWindow + device.places.size;
  const opener = device.pageAt(openerPlace);
  const openerHandle = handleOf(world, device, openerPlace, page);
  const place = newPlace(
    number,
    'about:blank',
    createTabStorage(world.now),
    windowName,
    openerHandle,
  );
  device.places.set(number, place);
  return {
    ...handleOf(world, device, number),
    get closed() {
      return place.isClosed;
    },
    location: {
      replace(url) {
        // The page may have left its place for the payment of another purchase.
        const user = opener?.usher.$user.get();
        provider.visits.push({
          order: provider.visits.length,
          device: device.index,
          page,
          place: number,
          kind: 'popup',
          payment: paymentIn(url),
          at: now(),
          user: user && user.id,
        });
      },
    },
  };
}

/** The window at a place, as another page holds it. With `onlyPage` it is closed with that page. */
function handleOf(
  { time }: World,
  device: WorldDevice,
  number: number,
  onlyPage?: string,
): WindowHandle {
  const place = (): Place | undefined => device.places.get(number);
  return {
    get closed() {
      return onlyPage === undefined ? !!place()?.isClosed : place()?.page?.name !== onlyPage;
    },
    close() {
      const left = place();
      if (!left) return;
      if (left.page) device.close(number);
      left.isClosed = true;
    },
    focus: () => {},
    location: { replace: () => {} },
    postMessage(data, options) {
      const target = place()?.page;
      if (!target) return;
      const to = typeof options === 'string' ? options : options.targetOrigin;
      if (to !== origin) return;
      const event = {
        origin,
        data: structuredClone(data),
        source: { postMessage: (answer: unknown) => replyTo(device, answer, target) },
      };
      time.schedule(1, () => target.fire('message', event), target.pace.owner);
    },
  };
}

/** An answer to a message goes to every page of the origin that may have sent it. */
function replyTo(device: WorldDevice, answer: unknown, from: WorldPage): void {
  for (const page of device.pages()) {
    if (page !== from) page.fire('message', { origin, data: answer, source: null });
  }
}
