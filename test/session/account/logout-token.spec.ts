import { expect, test } from '@playwright/test';
import { withLogoutToken } from '../../../src/session/account/logout-token.ts';
import { savedSession } from '../../fixtures/session/held-session.ts';

test('a logout is signed with operation, domain and secret, if the session has a secret', () => {
  const session = savedSession('7', { secret: 's3' });
  // The MD5 of 'logout741s3'.
  expect(withLogoutToken(session)).toEqual({
    ...session,
    logoutToken: 'f7290c248646265094df20b3e91009cf',
  });
  expect(withLogoutToken(savedSession('7'))).toEqual(savedSession('7'));
});
