import { paymentProvidersOf } from '../features/checkout/payment-providers.ts';
import { mountHeader } from '../features/header/header.ts';
import { mountMyPurchases } from '../features/purchases/my-purchases.ts';
import { onUsher } from '../features/session/script-tag-runtime.ts';

onUsher((usher) => {
  usher.configure({ providers: paymentProvidersOf() });
  const { askLogin } = mountHeader(usher);
  mountMyPurchases(usher, askLogin);
});
