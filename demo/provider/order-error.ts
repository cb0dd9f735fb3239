/**
 * An order that nobody can pay, or pay there; its message tells the viewer, or whoever wrote the
 * shop, what is wrong.
 */
export class OrderError extends Error {
  override readonly name = 'OrderError';
}
