import type { ProviderOutcome } from '../../src/checkout/providers/provider.ts';
import type { PurchaseRecord } from '../../src/checkout/purchase/purchase-record.ts';
import type { Life } from './browser/pace.ts';

/** A request of a page, and what became of it. Times are world times in ms. */
export interface SentRequest {
  readonly order: number;
  readonly device: number;
  readonly page: string;
  /** Area and name, as `session/init`. */
  readonly id: string;
  /** Query and body together. */
  readonly values: URLSearchParams;
  /** The session that it carries. */
  readonly session: string | null;
  readonly at: number;
  /** The user that the page showed when it was sent. `undefined`: not known. */
  readonly shownUser: string | null | undefined;
  /** When the platform acted. Absent when the request never arrived. */
  arrivedAt?: number;
  status?: number;
  /** The answer is no answer of the platform: a page of somebody on the way. */
  isUnreadable?: boolean;
  /** The user of the session at the platform, after the platform acted. */
  user?: string | null;
  /** The session that the answer names. */
  opened?: string | undefined;
  /** The hint of a refusal. */
  hint?: string | undefined;
  /** Retry-After of the answer, in ms. */
  retryAfterMs?: number | undefined;
  /** When the whole answer reached the page. */
  heardAt?: number;
  /** When the browser was done with the request: answered, failed or aborted. */
  endedAt?: number;
}

/** A call of a page, and how it ended. */
export interface PageCall {
  readonly device: number;
  readonly page: string;
  readonly name: string;
  /** Tells calls of one kind apart. */
  readonly mark: string;
  /** `forget()` on a page that needs consent withdraws that too. */
  readonly endsConsent: boolean;
  /** Page time, without the machine's sleep, and world time. */
  readonly at: number;
  readonly calledAt: number;
  readonly withinMs: number;
  readonly session: string | null;
  /** The user that the page showed. For a call of checkout: when the page had got checkout. */
  user: string | null | undefined;
  settledAt?: number;
  endedAt?: number;
  /** The code of its error. */
  error?: string | undefined;
}

/** What a page showed of its session from a time on. */
export interface Shown {
  readonly device: number;
  readonly page: string;
  readonly at: number;
  readonly status: string;
  readonly id: string | null;
  readonly user: string | null | undefined;
  /** The page shares the session of its device with other pages. */
  readonly sharing: boolean;
}

/** A change of a page's life, in world time and in page time. */
export interface LifeChange {
  readonly page: string;
  readonly at: number;
  readonly t: number;
  readonly life: Life;
}

/** A long task of a page, in world time and in page time. `Infinity`: it has not ended. */
export interface Stall {
  readonly page: string;
  readonly from: number;
  readonly fromT: number;
  to: number;
  toT: number;
}

/** Faults that excuse some promises. */
export type FaultKind =
  | 'network'
  | 'clocks'
  | 'setback'
  | 'database'
  | 'storage'
  | 'killed'
  // A killed browser has left an older state of localStorage, not an empty one.
  | 'outdated'
  | 'cleared'
  | 'platform'
  | 'chunks';

export interface Fault {
  readonly kind: FaultKind;
  readonly device: number;
  readonly from: number;
  to: number;
}

/** A buy that a viewer chose: the terms are those of the click. */
export interface Choice {
  readonly device: number;
  readonly page: string;
  /** The user that the page showed: at the click, or when the page had got checkout. */
  user: string | null | undefined;
  readonly intent: string;
  readonly terms: Readonly<Record<string, string>>;
  /** The item is named by its own ID, and the page has given its global ID too. */
  readonly namesBoth: boolean;
  readonly at: number;
  /** How `buy` ended; absent while it is under way. */
  error?: string | undefined;
  isAccepted?: boolean;
  /** When it was accepted, in world time. */
  acceptedAt?: number;
  /** It has joined a purchase that was granted just before: it buys nothing. */
  isGranted?: boolean;
}

/** An erasure that a page has confirmed to its viewer. */
export interface Erased {
  readonly device: number;
  readonly page: string;
  readonly calledAt: number;
  readonly at: number;
  /** Texts that no store may hold any more. */
  readonly texts: ReadonlySet<string>;
  /** A withdrawal where consent was withdrawn already: no store held anything. */
  readonly isAgain: boolean;
}

/** The call of an erasure, confirmed or not. */
export interface ErasureCall {
  readonly device: number;
  readonly page: string;
  readonly calledAt: number;
  /** Its name in the record. */
  readonly erasure: string;
  /** The IDs of the purchases that were granted by then. */
  readonly granted: ReadonlySet<string>;
  /** Its page has written it to IndexedDB. */
  isWritten: boolean;
}

/** The journal of a device, as it was committed. */
export interface JournalFacts {
  /** The purchases that are in it now. */
  entries: readonly PurchaseRecord[];
  /** The owners of all purchases that were ever in it, by purchase ID. */
  readonly owners: Map<string, string>;
  /** The fields of every finish that was ever in it. */
  readonly finishes: Set<string>;
  /** The purchase of each prepare that was sent, by the order of the request. */
  readonly prepares: Map<number, string>;
}

/** The epoch of a device in localStorage at a quiet moment. `null`: it was lost or cleared. */
export interface NotedEpoch {
  readonly at: number;
  readonly epoch: number | null;
}

/** A return that reached a device: an address that was opened, or an outcome in the page. */
export interface Arrival {
  readonly device: number;
  readonly page: string;
  readonly transactionId: string;
  readonly outcome: ProviderOutcome['outcome'];
  readonly token: string | undefined;
  readonly address: string;
  /** The browser was killed, and has opened the address again. */
  isRestored?: boolean;
  /** When the viewer left the address: by another page in its tab, or by closing the tab. */
  leftAt?: number;
  /** In world time and in page time. */
  readonly at: number;
  readonly t: number;
}

/** All that happened in a world. The judges read it. */
export interface Facts {
  readonly sent: SentRequest[];
  /** Those of them whose answers name the user of a session. */
  readonly naming: SentRequest[];
  readonly calls: PageCall[];
  readonly shown: Shown[];
  readonly lives: LifeChange[];
  readonly stalls: Stall[];
  /** The reference to the publisher's own user that each page has; `null` without one. */
  readonly references: Map<string, string | null>;
  /** The pages that share nothing with others, unless they are given consent themselves. */
  readonly alone: Set<string>;
  readonly faults: Fault[];
  readonly choices: Choice[];
  readonly erased: Erased[];
  readonly erasureCalls: ErasureCall[];
  /** By device. */
  readonly journals: readonly JournalFacts[];
  /** Of the first device. */
  readonly epochs: NotedEpoch[];
  /** When pages were disposed of, in page time. */
  readonly disposed: { readonly page: string; readonly t: number }[];
  /** Errors that the code threw at a page, and that no page caused. */
  readonly uncaught: string[];
  /** What a judge has found while things happened. */
  readonly broken: string[];
  /** The events as text. */
  readonly story: string[];
  /** How often each event happened. */
  readonly counts: Map<string, number>;
  isHealed: boolean;
  endedAt: number;
  endedT: number;
}

const createJournalFacts = (): JournalFacts => ({
  entries: [],
  owners: new Map(),
  finishes: new Set(),
  prepares: new Map(),
});

export function noteSent({ sent, naming }: Facts, request: SentRequest): void {
  sent.push(request);
  if (request.id === 'session/init' || request.id === 'session/login') naming.push(request);
}

export const createFacts = (): Facts => ({
  sent: [],
  naming: [],
  calls: [],
  shown: [],
  lives: [],
  stalls: [],
  references: new Map(),
  alone: new Set(),
  faults: [],
  choices: [],
  erased: [],
  erasureCalls: [],
  disposed: [],
  journals: [createJournalFacts(), createJournalFacts()],
  epochs: [],
  uncaught: [],
  broken: [],
  story: [],
  counts: new Map(),
  isHealed: false,
  endedAt: 0,
  endedT: 0,
});

/** A fault begins or ends. */
export function setFault(
  { faults }: Facts,
  device: number,
  kind: FaultKind,
  isThere: boolean,
  now: number,
): void {
  const open = faults.find(
    (one) => one.kind === kind && one.device === device && one.to === Infinity,
  );
  if (isThere && !open) faults.push({ kind, device, from: now, to: Infinity });
  if (!isThere && open) open.to = now;
}

/** A fault of one moment or period. */
export const addFault = (
  { faults }: Facts,
  device: number,
  kind: FaultKind,
  from: number,
  to = from,
): void => void faults.push({ kind, device, from, to });

/** Whether a device had none of these faults in a period. All devices have one platform. */
export const isCalm = (
  { faults }: Facts,
  device: number,
  kinds: readonly FaultKind[],
  from: number,
  to: number,
): boolean =>
  !faults.some(
    (one) =>
      (one.device === device || one.kind === 'platform') &&
      kinds.includes(one.kind) &&
      one.from <= to &&
      one.to >= from,
  );

export function count({ counts }: Facts, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** A time as the story tells it. */
export const timeText = (ms: number): string => `${(ms / 1000).toFixed(3)} s`;

/** The moment since which a device was awake for so long. Nothing happens on it while it sleeps. */
export function awakeSince(
  { faults }: Facts,
  device: number,
  now: number,
  awakeMs: number,
): number {
  const sleeps = faults
    .filter((one) => one.kind === 'clocks' && one.device === device)
    .toSorted((one, other) => other.to - one.to);
  return sleeps.reduce(
    (from, one) => (one.to > from ? from - (one.to - one.from) : from),
    now - awakeMs,
  );
}
