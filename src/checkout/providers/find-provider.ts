import type { SellingOptions } from '../selling.ts';
import type { Provider } from './provider.ts';

/** Returns the first provider with this name. */
export const providerOf = (
  { selling: { providers = [] } }: { readonly selling: SellingOptions },
  name: string | undefined,
): Provider | undefined => providers.find((provider) => provider.name === name);
