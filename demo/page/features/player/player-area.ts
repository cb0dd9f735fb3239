import { html, render, type TemplateResult } from 'lit/html.js';
import type { MediaItem, Usher } from 'usher-runtime';
import type { UsherGateElement } from 'usher-runtime/elements';
import { createOtherLoginMethods } from '../account/other-login-methods.ts';
import { storeBoughtItem } from '../checkout/bought-item.ts';
import { createPaymentNotes } from '../checkout/payment-notes.ts';
import { renewalOf } from '../checkout/renewal.ts';
import { keepWantedOffer } from '../checkout/wanted-offer.ts';
import { describeItem, type ItemName } from '../items/describe-item.ts';
import { isLocked, titleOf } from '../items/media-item.ts';
import { artOf } from '../items/poster-art.ts';
import type { Reporter } from '../report/reporter.ts';
import { putPlayer } from './player.ts';

export interface PlayerAreaParts {
  readonly usher: Usher;
  readonly item: MediaItem;
  readonly reporter: Reporter;
}

/**
 * The part of the page where an item plays: a gate with the player. The gate says why an item does
 * not play, and sells it. The page adds the other logins, what is wrong with payments, and the fine
 * print.
 */
export function mountPlayerArea(
  area: HTMLElement,
  gate: UsherGateElement,
  { usher, item, reporter }: PlayerAreaParts,
): void {
  const { ID, GID, streamtype } = item.general;
  area.classList.toggle('for-sale', isLocked(item));
  area.querySelector('.stage-wait')?.remove();
  render(backdrop(item), area, { renderBefore: area.firstChild });
  gate.replaceChildren(createOtherLogins(usher), createPaymentNotes(gate));
  putPlayer(gate, item, reporter);
  gate.addEventListener('usher-choose', ({ detail }) => {
    if (detail && detail.operation !== 'subscription') storeBoughtItem(item);
  });
  keepWantedOffer(usher, gate);
  Object.assign(gate, {
    usher,
    item: ID,
    streamtype,
    globalId: GID,
    itemTitle: titleOf(item),
    optionsOf: renewalOf,
    describeItem: (other: ItemName) => describeItem(usher, other),
  });
}

function createOtherLogins(usher: Usher): HTMLElement {
  const { element } = createOtherLoginMethods(usher, 'gate-login');
  element.slot = 'login';
  return element;
}

function backdrop(item: MediaItem): TemplateResult {
  const { ground, draw } = artOf(item);
  return html`<div
    class="stage-backdrop"
    aria-hidden="true"
    .style=${`background-color: ${ground}`}
  >
    ${draw('xMidYMid slice')}
  </div>`;
}
