import type { SessionDriver } from '../session.ts';

/** Stands for the owner of what is read now. Compare two by identity. */
export type OwnerMark = object;

/** The session is over: what is read from now on is read for the next owner. */
const noOwner = '';

/**
 * Follows who owns what is read. `nameOf` names the present owner; `undefined` while it is not
 * known. `onEnd` runs within the change by which what was read so far loses its owner: another
 * name, the end of the session, the end of the runtime. While the owner is not known nothing ends:
 * the same viewer may come back.
 *
 * Gives the mark of the present owner, and `undefined` while that is not known. An answer is kept
 * only where the mark of before the call is still the mark.
 */
export function followOwner(
  { $session, context, onChange }: SessionDriver,
  nameOf: () => string | undefined,
  onEnd: () => void,
): () => OwnerMark | undefined {
  const readName = (): string | undefined =>
    context.disposed || $session.get().status === 'ended' ? noOwner : nameOf();
  let name = readName();
  let mark: OwnerMark = {};
  onChange(() => {
    const before = name;
    name = readName() ?? before;
    if (!before || before === name) return;
    mark = {};
    onEnd();
  });
  return () => (readName() ? mark : undefined);
}
