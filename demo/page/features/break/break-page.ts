import type { Usher } from 'usher-runtime';
import { getElement, getElementNamed, getElementOf } from '../../ui/get-element.ts';
import { readBoughtItem } from '../checkout/bought-item.ts';
import type { OpenPage } from './evidence.ts';
import { freeStorage } from './full-storage.ts';
import { createPlatformTools } from './platform-tools.ts';
import { mountSceneList } from './scene-list.ts';
import { showLedger } from './show-ledger.ts';
import { showVerdicts } from './show-verdicts.ts';
import { createStage, type OpenStage } from './stage.ts';
import { startWatch } from './watch.ts';

/** Lets a viewer do bad things in the middle of a payment, and shows what came of them. */
export function mountBreakPage(usher: Usher): void {
  freeStorage(); // what a page that was killed has left
  window.addEventListener('pagehide', freeStorage);
  const list = getElementNamed('usher-purchases');
  list.titleOf = (purchase) => readBoughtItem(purchase).title;
  list.addressOf = (purchase) => readBoughtItem(purchase).address;

  const { content } = getElementOf(HTMLMetaElement, 'meta[name="usher-platform"]');
  const platform = createPlatformTools(usher, content);
  const pages = (): readonly OpenPage[] => openPages(usher, stage);
  const watch = startWatch({ usher, platform, pages });
  const place = getElement('[data-tab]');
  const stage = createStage({ usher, platform, watch, place });
  mountSceneList(getElement('[data-scenes]'), stage);
  showVerdicts(getElement('[data-verdicts]'), getElement('[data-verdicts-status]'), watch);
  showLedger(getElement('[data-ledger]'), watch);
}

function openPages(usher: Usher, stage: OpenStage): readonly OpenPage[] {
  const tab = stage.tab();
  return [pageOf('This page', usher), ...(tab ? [pageOf('the other tab', tab.usher)] : [])];
}

const pageOf = (name: string, { $session, $user }: Usher): OpenPage => ({
  name,
  session: $session.get().id,
  user: $user.get(),
});
