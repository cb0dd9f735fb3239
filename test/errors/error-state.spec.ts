import { expect, test } from '@playwright/test';
import { purchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { finishError } from '../../src/checkout/purchase/stored-error.ts';
import { errorState } from '../../src/errors/error-state.ts';
import { PlatformError } from '../../src/errors/platform-error.ts';

const failure = (status: number): PlatformError =>
  Object.assign(new PlatformError('payment/preparetransaction', status, 'no'), {
    reference: 'a1b2c3d4e5',
  });

for (const [status, retryable] of [
  [403, false],
  [503, true],
] as const) {
  const shown = { code: 'platform', hint: 'no', status, retryable, reference: 'a1b2c3d4e5' };

  test(`the state of an error says whether a ${status} passes`, () => {
    expect(errorState(failure(status))).toMatchObject(shown);
  });

  test(`a payment that hangs says so too, with ${status}`, () => {
    const record = {
      id: 'a',
      step: 'finishing',
      owner: '17',
      values: { operation: 'ppv', amount: 499, currency: 'EUR' },
      startedAt: 1,
      changedAt: 2,
      error: finishError(failure(status), undefined, 3),
    } as const;
    const { error } = purchaseState(record, 'own');
    expect(error).toMatchObject(shown);
    expect(Object.keys(error!)).not.toContain('failedAt');
  });
}

test('an error that the runtime has stored without a call is not retryable', () => {
  const record = {
    id: 'a',
    step: 'abandoned',
    owner: '17',
    values: { operation: 'ppv', amount: 499, currency: 'EUR' },
    startedAt: 1,
    changedAt: 2,
    error: { code: 'timeout', hint: 'no answer within a day' },
  } as const;
  expect(purchaseState(record, 'own').error).toEqual({
    code: 'timeout',
    message: 'no answer within a day',
    hint: 'no answer within a day',
    retryable: false,
  });
});
