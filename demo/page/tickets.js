import { mountHeader } from './header.js';
import { mountMyTickets } from './my-tickets.js';
import { paymentWays } from './payment-ways.js';

(window.usher = window.usher || []).push(function (usher) {
  usher.use({ providers: paymentWays });
  const { askLogin } = mountHeader(usher);
  mountMyTickets({ usher, askLogin });
});
