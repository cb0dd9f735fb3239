import type { PageEvent } from './events.ts';
import { deviceOf, openPage } from './open-page.ts';
import type { WorldPage } from './page.ts';
import { pageAddress } from './site.ts';
import { withinMs } from './within-ms.ts';
import type { World } from './world.ts';

/** What happens to a page or its tab. */
export function toPage(
  world: World,
  { does, tab }: { readonly does: PageEvent; readonly tab: number },
): void {
  const device = deviceOf(world, tab);
  if (isOfOpenPage(does)) {
    const page = device.pageAt(tab);
    return page?.whenFree(() => toOpenPage[does](world, page));
  }
  switch (does) {
    case 'open':
      return void openPage(world, tab);
    case 'open without a call':
      return void device.open(tab);
    case 'open with two copies':
      return void openPage(world, tab, { copies: 2 });
    case 'reload':
      return void openPage(world, tab, { again: true });
    case 'follow a link':
      device.leavePage(tab);
      return void openPage(world, tab, { again: true, address: pageAddress });
    case 'go back':
      return restorePage(world, device.goBack(tab));
    case 'prerender':
      return void openPage(world, tab, { isPrerendered: true });
    case 'close':
      return device.close(tab);
    case 'crash':
      return device.close(tab, true);
  }
}

export function dispose({ facts, now, time }: World, page: WorldPage): void {
  page.isDisposed = true;
  facts.disposed.push({ page: page.name, t: time.now() });
  page.usher.dispose();
  // From now on the page has no session that it keeps alive.
  const { name, device } = page;
  const nothing = { status: 'idle', id: null, user: undefined, sharing: false };
  facts.shown.push({ page: name, device, at: now(), ...nothing });
}

/** A page of one document ends its runtime, and creates the next one. */
function createAgain(world: World, page: WorldPage): void {
  if (page.pace.life() !== 'awake') return;
  if (!page.isDisposed) dispose(world, page);
  const next = page.createAgain();
  world.devices[page.device]!.places.get(page.place)!.page = next;
  void next.call('start', withinMs.start, (usher) => usher.start());
}

/** The viewer sees a prerendered page. */
export function activate({ now }: World, page: WorldPage): void {
  if (page.pace.life() !== 'prerendered') return;
  page.wokeAt = now();
  page.pace.activate();
  page.fire('prerenderingchange');
}

/** A frozen page goes on. */
export function wakePage(world: World, page: WorldPage): void {
  page.pace.thaw(() => {
    page.wokeAt = world.now();
    page.fire('resume');
  });
}

/** A page comes out of the back/forward cache. The events come in this order. */
function restorePage(world: World, page: WorldPage | undefined): void {
  page?.pace.thaw(() => {
    page.wokeAt = world.now();
    page.fire('resume');
    page.fire('visibilitychange');
    page.fire('pageshow', { persisted: true });
  });
}

export function setHidden(page: WorldPage, isHidden: boolean): void {
  if (/^(frozen|prerendered)$/.test(page.pace.life())) return;
  if (isHidden) page.pace.hide();
  else page.pace.show();
  page.window.isHidden(isHidden);
  page.fire('visibilitychange');
}

/** What happens to a page that stays open. In a long task it happens after that. */
const toOpenPage = {
  activate,
  'create again': createAgain,
  freeze: (_world, { pace }) => pace.freeze(),
  'into the back/forward cache'(_world, { fire, pace }) {
    fire('pagehide', { persisted: true });
    pace.freeze();
  },
  thaw: (world, page) => wakePage(world, page),
  restore: (world, page) => restorePage(world, page),
  hide: (_world, page) => setHidden(page, true),
  show: (_world, page) => setHidden(page, false),
  dispose,
} as const satisfies Partial<Record<PageEvent, (world: World, page: WorldPage) => void>>;

const isOfOpenPage = (does: PageEvent): does is keyof typeof toOpenPage => does in toOpenPage;
