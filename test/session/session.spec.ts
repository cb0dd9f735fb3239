import { expect, test } from '@playwright/test';
import { createHeldSession, recordOf, savedSession } from '../fixtures/session/held-session.ts';

test('a page knows the record of the device before it begins, but no login that is under way', () => {
  const session = savedSession('7');
  const login = { session: '7', endsAt: 9000 } as never;
  const record = recordOf({ session, erasures: ['a'] });
  expect(createHeldSession('device', { ...record, login }).context.record).toMatchObject({
    ...record,
    login: undefined,
  });
});
