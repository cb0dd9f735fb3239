import { el } from '../../ui/dom.ts';
import { icon } from '../../ui/icon.ts';
import { momentWords } from '../../ui/format-date-time.ts';

/**
 * What lets the viewer watch, and until when; nothing where the film is free, or the door closed.
 */
export function mountTicketLine(place, { usher, item }) {
  const ticket = usher.item({ item: item.general.ID, streamtype: item.general.streamtype });
  const draw = () => {
    const words = ticketWords(ticket.$state.get());
    place.hidden = !words;
    place.replaceChildren(
      ...(words
        ? [icon('ticket'), el('span', {}, words), el('a', { href: '/tickets.html' }, 'My tickets')]
        : []),
    );
  };
  ticket.$state.subscribe(draw);
}

function ticketWords({ access, reason, until }) {
  if (access !== 'granted' || reason === 'free') return '';
  const end = until ? momentWords(until) : '';
  if (reason === 'paid') return end ? `Rented until ${end}.` : 'Yours for good.';
  if (reason === 'subscription') return `In your subscription${end ? `, paid until ${end}` : ''}.`;
  if (reason === 'voucher') return `Opened by your voucher${end ? ` until ${end}` : ' for good'}.`;
  if (reason === 'external') return `Opened by your membership${end ? ` until ${end}` : ''}.`;
  return '';
}
