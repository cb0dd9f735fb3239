import type { ItemState } from './item-state.ts';

/**
 * What a gate does: `checking`: it holds the element until the first answer; `held`: the viewer may
 * not watch; `preview`: the free preview may play; `open`: the viewer may watch.
 */
export type GateStatus = 'checking' | 'held' | 'preview' | 'open';

/** Whether the element may play in this status. */
export const mayPlay = (status: GateStatus): boolean => status === 'open' || status === 'preview';

/** The status of a gate, from the state of its item and the position of the element. */
export function gateStatus(
  { access, checking }: Pick<ItemState, 'access' | 'checking'>,
  currentTime: number,
  previewSeconds: number,
): GateStatus {
  if (access === 'granted') return 'open';
  if (currentTime < previewSeconds) return 'preview';
  return access === 'unknown' && checking ? 'checking' : 'held';
}
