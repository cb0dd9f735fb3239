import { createUsher, formatPrice } from './cdn/usher.js';

const usher = createUsher({
  baseUrl: 'http://127.0.0.1:4174/v3.1/741',
  providers: [{ name: 'harbour', type: 'in-page', script: 'http://127.0.0.1:4175/in-page.js' }],
});
const film = usher.item({ item: '1369311', streamtype: 'video', globalId: '5000311' });

const form = document.querySelector('form');
const problem = document.querySelector('[role=alert]');
const viewer = document.querySelector('#viewer');

usher.$user.subscribe((user) => {
  form.hidden = user !== null;
  viewer.hidden = !user;
});
film.$state.subscribe(({ access, offers }) => {
  const buttons = access === 'denied' ? offers.map(createOfferButton) : [];
  document.querySelector('#offers').replaceChildren(...buttons);
});
usher.gate(document.querySelector('video'), film);

function createOfferButton(offer) {
  const button = document.createElement('button');
  button.textContent = `${offer.operation} for ${formatPrice(offer)}`;
  button.onclick = () => film.buy(offer, { provider: 'harbour' });
  return button;
}

form.onsubmit = async (event) => {
  event.preventDefault();
  problem.textContent = await usher.login(Object.fromEntries(new FormData(form))).then(
    () => '',
    ({ code }) => (code === 'login-failed' ? 'Wrong name or password.' : 'Try again later.'),
  );
};
document.querySelector('#log-out').onclick = () => usher.logout();
