import { renewDenied } from '../item/renew-denied.ts';
import type { Context } from './context.ts';
import type { PrepareValues } from './entry.ts';

/** Whether the door is open now: asks without performing, together with all items of the page that are not granted. True where no item is meant. */
export async function isDoorOpen({ items }: Context, { item, streamtype }: PrepareValues): Promise<boolean> {
  await renewDenied(items);
  if (item === undefined || streamtype === undefined) return true;
  const { $state, check } = items.item({ item, streamtype });
  const { access, checkedAt } = $state.get();
  return (checkedAt === null ? (await check()).access : access) === 'granted';
}
