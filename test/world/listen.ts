import type { ListenerAct, PlainCall, WorldEvent } from './events.ts';
import { count } from './facts.ts';
import { callInPage } from './page-calls.ts';
import type { WorldPage } from './page.ts';
import { dispose } from './perform-page.ts';
import { ThrownByPage } from './thrown-by-page.ts';
import type { World } from './world.ts';

const consent =
  (to: 'device' | 'tab' | 'none') =>
  (world: World, page: WorldPage): void =>
    callInPage(world, page, { does: 'consent', tab: page.place, to });

const acts = {
  throw() {
    throw new ThrownByPage('a listener of the page');
  },
  buy: (world, page) =>
    callInPage(world, page, { does: 'buy', tab: 0, deal: 0, by: 'in-page', times: 1 }),
  login: (world, page) =>
    callInPage(world, page, { does: 'login', tab: 0, viewer: 1, how: 'right' }),
  dispose,
  'consent for the device': consent('device'),
  'consent for the tab': consent('tab'),
  'withdraw consent': consent('none'),
} as const satisfies Record<ListenerAct, (world: World, page: WorldPage) => void>;

const isAct = (calls: PlainCall | ListenerAct): calls is ListenerAct => calls in acts;

/** Listeners of a page call the runtime, up to `times` calls, or throw. */
export function listen(
  world: World,
  page: WorldPage,
  { calls, times }: Extract<WorldEvent, { readonly does: 'listen' }>,
): void {
  let left = times;
  const react = (): void => {
    if (left <= 0 || world.facts.isHealed || page.isDisposed) return;
    left--;
    count(world.facts, 'call out of a listener');
    if (isAct(calls)) acts[calls](world, page);
    else callInPage(world, page, { does: calls });
  };
  const { usher } = page;
  usher.$session.listen(react);
  usher.$user.listen(react);
  usher.$purchases.listen(react);
  usher.item({ item: 7, streamtype: 'video' }).$state.listen(react);
  for (const name of [
    'purchase',
    'identity-changed',
    'login',
    'logout',
    'error',
    'item',
  ] as const) {
    usher.on(name, react);
  }
}
