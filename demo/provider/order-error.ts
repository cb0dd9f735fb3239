/**
 * An order that nobody can pay, or pay there; its message tells the viewer, or whoever wrote the
 * shop, what is wrong.
 */
export class OrderError extends Error {
  override readonly name = 'OrderError';
  readonly status: OrderErrorStatus;

  constructor(message: string, status: OrderErrorStatus = 400) {
    super(message);
    this.status = status;
  }
}

/**
 * 400: a value that cannot be read. 401: who registers is not the merchant. 404: the merchant has
 * registered no such order. 409: it has registered another one.
 */
export type OrderErrorStatus = 400 | 401 | 404 | 409;
