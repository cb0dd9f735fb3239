import type { Tab } from '../../browser/tab.ts';
import { InputError } from '../../errors/input-error.ts';
import { webAddress } from './address.ts';
import type { InPageProvider, Provider, ScriptProvider } from './provider.ts';

/** The functions of a provider in the page. */
type ProviderModule = Pick<InPageProvider, 'pay' | 'ready'>;

type Addressed = Pick<Tab, 'href'>;

const moduleAddress = (script: string, { href }: Addressed): URL | undefined =>
  webAddress(script, href());

/**
 * Checks that a provider in the page has either a function or the address of a module.
 * @throws {InputError} `input`.
 */
export function checkFunctions(provider: Provider, tab: Addressed, endpoint: string): void {
  if (provider.type !== 'in-page') return;
  const { pay, script } = provider;
  const isModule = typeof script === 'string' && moduleAddress(script, tab) !== undefined;
  if (pay ? script === undefined : isModule) return;
  throw new InputError(endpoint, 'script', script, 'the address of a module, without pay');
}

/**
 * The functions of a provider: its own, or those of its module, which a browser fetches once.
 * @throws The module cannot be loaded, or has no `pay`.
 */
export async function functionsOf(
  provider: InPageProvider | ScriptProvider,
  tab: Addressed,
): Promise<ProviderModule> {
  if (provider.pay) return provider;
  const { href } = moduleAddress(provider.script, tab)!;
  // Bundlers leave the address as it is.
  const module: ProviderModule = await import(/* webpackIgnore: true */ /* @vite-ignore */ href);
  if (!module.pay) throw new Error(`${href} exports no pay()`);
  return module;
}
