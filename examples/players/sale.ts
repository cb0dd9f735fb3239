import { formatPrice } from 'usher-runtime';
import { film, usher } from './film.ts';

// Only a viewer who is logged in can buy: the button comes after the login.
if (!(await usher.start()).user) await usher.login({ username: 'ada', password: 'lovelace' });

const button = document.querySelector<HTMLButtonElement>('#rent')!;
film.$state.subscribe(({ access, offers: [offer] }) => {
  button.hidden = access !== 'denied' || !offer;
  if (!offer) return;
  button.textContent = `Rent for ${formatPrice(offer)}`;
  button.onclick = () => film.buy(offer, { provider: 'harbour' });
});
