import { isSet, type Call } from '../call.ts';

/** Domains that stand for others too: what a network domain may combine. */
const networks: Readonly<Record<string, readonly string[]>> = { 741: ['741', '742', '743'] };

/** The domains whose events are asked for: the caller's own, or all of its network. */
export function domainsOf(call: Call): readonly string[] {
  return (isSet(call, 'includeNetworkDomains') && networks[call.domain.id]) || [call.domain.id];
}
