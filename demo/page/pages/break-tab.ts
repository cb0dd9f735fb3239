import { readBoughtItem } from '../features/checkout/bought-item.ts';
import { onUsher } from '../features/session/script-tag-runtime.ts';
import { getElement } from '../ui/get-element.ts';

// The tab that `break.html` shows in a frame, and kills.

const viewer = getElement('[data-viewer]');
const purchase = getElement('[data-purchase]');

getElement('[data-clock]').textContent = new Date().toLocaleString('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
});

onUsher((usher) => {
  usher.$user.subscribe((user) => {
    if (user === undefined) viewer.textContent = 'not known yet';
    else viewer.textContent = user ? (user.name ?? user.id) : 'not logged in';
  });
  usher.$purchases.subscribe((purchases) => {
    const last = purchases.toSorted((one, other) => one.startedAt - other.startedAt).at(-1);
    purchase.textContent = last ? `${readBoughtItem(last).title}: ${last.status}` : 'none';
  });
});
