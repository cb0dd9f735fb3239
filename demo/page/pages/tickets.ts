import { mountHeader } from '../features/header/header.ts';
import { mountMyTickets } from '../features/purchases/my-purchases.ts';
import { paymentWays } from '../features/checkout/payment-providers.ts';

(window.usher = window.usher || []).push(function (usher) {
  usher.use({ providers: paymentWays });
  const { askLogin } = mountHeader(usher);
  mountMyTickets({ usher, askLogin });
});
