import { mountHeader } from '../features/header/header.js';
import { mountMyTickets } from '../features/purchases/my-purchases.js';
import { paymentWays } from '../features/checkout/payment-providers.js';

(window.usher = window.usher || []).push(function (usher) {
  usher.use({ providers: paymentWays });
  const { askLogin } = mountHeader(usher);
  mountMyTickets({ usher, askLogin });
});
