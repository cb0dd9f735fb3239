import type { SessionDriver } from '../session.ts';

/** A mark for the owner of the data that is read now. Compare two marks by identity. */
export type OwnerMark = object;

/** The owner after the end of a session: later data belongs to the next owner. */
const noOwner = '';

/**
 * Follows the owner of the data. `nameOf` returns the name of the present owner, or `undefined`
 * while it is not known. `onEnd` runs within the change that ends the ownership: another name, the
 * end of the session, the end of the runtime. An unknown owner ends nothing, because the same
 * viewer may come back.
 *
 * The returned function returns the mark of the present owner, or `undefined` while the owner is
 * not known. Keep an answer only when the mark is the same before and after the call.
 */
export function followOwner(
  { $session, context, onChange }: SessionDriver,
  nameOf: () => string | undefined,
  onEnd: () => void,
): () => OwnerMark | undefined {
  const readName = (): string | undefined =>
    context.disposal.aborted || $session.get().status === 'ended' ? noOwner : nameOf();
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
