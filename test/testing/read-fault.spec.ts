import { expect, test } from '@playwright/test';
import { createFakeUsher } from '../../src/testing/create-fake-usher.ts';
import { readFault } from '../../src/testing/read-fault.ts';
import { readFaults, unreadFaults } from '../fixtures/platform/fault-samples.ts';

test('the fake reads the faults of the reference platform', () => {
  for (const [text, fault] of readFaults) expect(readFault(text)).toEqual(fault);
});

test('a fault that cannot be read is refused, with what may be written', () => {
  const { fault } = createFakeUsher();
  const wrong: readonly unknown[] = [...unreadFaults.map(([text]) => text), '', 5, null];
  for (const text of wrong) {
    let thrown: unknown;
    try {
      fault(text as string);
    } catch (error) {
      thrown = error;
    }
    expect(thrown, String(text)).toMatchObject({
      code: 'input',
      endpoint: 'usher.fault',
      field: 'text',
      allowed: expect.stringContaining('lose answer'),
    });
  }
  const wrongHint = () => fault('*: status 403', { hint: 5 as unknown as string });
  expect(wrongHint).toThrow('usher.fault: hint must be');
});
