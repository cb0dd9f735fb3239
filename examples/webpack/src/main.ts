import { formatPrice, type Offer } from 'usher-runtime';
import { film, usher } from './usher';

const form = document.querySelector('form')!;
const problem = document.querySelector('[role=alert]')!;
const viewer = document.querySelector<HTMLElement>('#viewer')!;

usher.$user.subscribe((user) => {
  form.hidden = user !== null;
  viewer.hidden = !user;
});
film.$state.subscribe(({ access, offers }) => {
  const buttons = access === 'denied' ? offers.map(createOfferButton) : [];
  document.querySelector('#offers')!.replaceChildren(...buttons);
});
usher.gate(document.querySelector('video')!, film);

function createOfferButton(offer: Offer) {
  const button = document.createElement('button');
  button.textContent = `${offer.operation} for ${formatPrice(offer)}`;
  button.onclick = () => film.buy(offer, { provider: 'harbour' });
  return button;
}

form.onsubmit = async (event) => {
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form)) as { username: string; password: string };
  problem.textContent = await usher.login(values).then(
    () => '',
    ({ code }) => (code === 'login-failed' ? 'Wrong name or password.' : 'Try again later.'),
  );
};
document.querySelector<HTMLElement>('#log-out')!.onclick = () => usher.logout();
