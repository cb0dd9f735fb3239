import type { Selling } from '../selling.ts';
import type { Provider } from './provider.ts';

/** The provider of a name; the first of that name. */
export const providerOf = (
  { selling: { providers = [] } }: { readonly selling: Selling },
  name: string | undefined,
): Provider | undefined => providers.find((provider) => provider.name === name);
