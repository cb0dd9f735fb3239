import { mountBreakPage } from '../features/break/break-page.ts';
import { paymentProvidersOf } from '../features/checkout/payment-providers.ts';
import { mountHeader } from '../features/header/header.ts';
import { onUsher } from '../features/session/script-tag-runtime.ts';

onUsher((usher) => {
  usher.configure({ providers: paymentProvidersOf() });
  mountHeader(usher);
  mountBreakPage(usher);
});
