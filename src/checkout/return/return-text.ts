import { writeJson } from '../../browser/write-json.ts';
import { isObject } from '../../errors/is-object.ts';
import type { ProviderOutcome } from '../providers/provider.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';

/**
 * Optional fields of `POST /payment/finishtransaction` from a provider. The token, which proves the
 * payment, is not among them.
 */
export const optionalFields = [
  'reference',
  'paymentType',
  'finalPayment',
  'isLatePremium',
  'externalUserID',
  'externalTransactionReference',
] as const;

const fields = ['outcome', 'verified', 'token', ...optionalFields] as const;

/**
 * The outcome of a function of the page as the text of a return: its known fields as they are, not
 * understood yet.
 */
export function outcomeText({ state = '' }: PurchaseRecord, outcome: ProviderOutcome): string {
  return `${state} ${writeJson(knownFields(outcome))}`;
}

function knownFields(outcome: ProviderOutcome): object {
  try {
    const said = Object(outcome) as ProviderOutcome;
    return Object.fromEntries(fields.map((name) => [name, storable(said[name])]));
  } catch {
    return {}; // a getter of the page throws
  }
}

/** JSON has no `bigint`, and no field is an object. */
function storable(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return isObject(value) ? undefined : value;
}

/** The outcome in the text of a return. `undefined` for the parameters of an address. */
export function outcomeIn(text: string): ProviderOutcome | undefined {
  const [, json] = /^[^ ]* (.*)$/s.exec(text) ?? [];
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json) as ProviderOutcome;
  } catch {
    return {} as ProviderOutcome; // damaged: the purchase says that it cannot be read
  }
}

/** Our parameter once more: some providers add all parameters of the return address again. */
const ours = /usher-return=[^&#]*&?/g;

/**
 * The two parts of a return by an address: what is behind ours, and the query in front of it. That
 * is behind the last `??`, and empty if an `outcome` is behind ours. Older texts have no `??` of
 * ours then: it is what the provider said.
 */
function partsOf(text: string): { readonly behind: string; readonly front: string } {
  const [, found = '', query = ''] = /^(.*)\?\?(.*)$/s.exec(text) ?? [];
  const hasQuery = found !== '' && (query === '' || !found.includes('outcome='));
  const [said, front] = hasQuery ? [found, query] : [text, ''];
  const [, behind = ''] = said.split(/[&#?;/](.*)/s);
  return { behind: behind.replace('#', '&').replace(ours, ''), front };
}

/**
 * The provider's own parameters in a return by an address. Those in front of ours are the last
 * ones, without those of `page`: the address on which the purchase began may have the answer to an
 * earlier purchase.
 */
export function parametersOf(text: string, page = ''): string {
  const { behind, front } = partsOf(text);
  const added = front.split('&');
  for (const own of page.split(/[?#]/)[1]?.split('&') ?? []) {
    if (added.includes(own)) added.splice(added.indexOf(own), 1);
  }
  return [behind, ...added].filter(Boolean).join('&');
}

/** Whether a return by an address has parameters behind ours, which only the provider can add. */
export const isAnswered = (text: string): boolean => partsOf(text).behind !== '';
