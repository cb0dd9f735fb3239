import type { InPageProvider, Provider, ProviderOutcome } from '../checkout/providers/provider.ts';

/** The payment providers of a fake. None opens a window or leaves the page. */
export interface FakeProviders {
  /** The providers that the runtime may use. */
  readonly list: Provider[];
  /** Limits purchases to the providers of these names. An empty list allows any name. */
  readonly restrict: (given: readonly Pick<Provider, 'name' | 'label'>[] | undefined) => void;
  /** Adds the provider that a purchase names. */
  readonly add: (name: unknown) => void;
  /** Resolves when the provider is opened for a transaction, with the function that returns. */
  readonly opened: (transactionId: string) => Promise<Return>;
}

type Return = (outcome: ProviderOutcome) => void;

export function createFakeProviders(): FakeProviders {
  const list: Provider[] = [];
  const returns = new Map<string, Return>();
  const waiting = new Set<() => void>();
  let names: readonly string[] = [];
  const add = ({ name, label }: Pick<Provider, 'name' | 'label'>): void => {
    const pay: InPageProvider['pay'] = ({ transactionId }) =>
      new Promise((resolve) => {
        returns.set(transactionId, resolve);
        for (const tell of Array.from(waiting)) tell();
      });
    if (!list.some((provider) => provider.name === name)) {
      list.push({ name, label, type: 'in-page', pay });
    }
  };
  return {
    list,
    restrict(given = []) {
      names = given.map(({ name }) => name);
      list.length = 0;
      given.forEach(add);
    },
    add(name) {
      if (!names.length && typeof name === 'string') add({ name });
    },
    opened: (transactionId) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = returns.get(transactionId);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}
