import type { Usher } from 'usher-runtime';
import { salesOf, type LedgerEntry, type Sale } from './sales.ts';

/** What the ledger of the page's own viewer says. */
export interface ViewerLedger {
  /** The session that was asked for. */
  readonly session: string;
  readonly user: { readonly id: string; readonly name: string } | null;
  readonly sales: readonly Sale[];
}

/**
 * What the reference platform lets a page do with its own session. The interface has none of it,
 * and another platform neither.
 */
export interface PlatformTools {
  readonly fetchLedger: () => Promise<ViewerLedger>;
  /** Makes a call of this session go wrong, as `payment/finishtransaction: lose answer, once`. */
  readonly addFault: (text: string) => Promise<void>;
  /** Ends the session at the platform. No page is told. */
  readonly endSession: () => Promise<void>;
}

interface LedgerAnswer extends Omit<ViewerLedger, 'sales'> {
  readonly entries: readonly LedgerEntry[];
}

/** @param origin that of the platform */
export function createPlatformTools(usher: Usher, origin: string): PlatformTools {
  const send = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    // The token of a report says which session the page has.
    const headers = { Authorization: `Bearer ${await usher.reportToken()}` };
    const response = await fetch(`${origin}/__viewer/${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`the platform answers ${path} with ${response.status}`);
    return response.json();
  };
  return {
    async fetchLedger() {
      // `demo/platform/viewer-tools` writes it.
      const { session, user, entries } = (await send('ledger')) as LedgerAnswer;
      return { session, user, sales: salesOf(entries) };
    },
    async addFault(text) {
      await send('faults', { method: 'POST', body: text });
    },
    async endSession() {
      await send('session', { method: 'DELETE' });
    },
  };
}
