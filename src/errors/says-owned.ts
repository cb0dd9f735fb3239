/** Whether a hint of the platform says that the viewer owns the item. `ownage` is an operation. */
export const saysOwned = (hint = ''): boolean => /\bown(s|ed)?\b/i.test(hint);
