import { createToken, epochSeconds, type Setup } from '../setup.ts';

const uid = 'f0d1';
const key = 'public';

/**
 * A kept user is looked up on each page: one request. `signInAnonymously` sends two, one after the
 * other.
 */
export const firebase: Setup = {
  library: 'firebase',
  words:
    '`onAuthStateChanged` with the user kept in localStorage, who is looked up on each page: one ' +
    'request with a preflight. `signInAnonymously` would send two.',
  module: (api) => `
    import { initializeApp } from 'firebase/app';
    import {
      browserLocalPersistence,
      connectAuthEmulator,
      initializeAuth,
      onAuthStateChanged,
    } from 'firebase/auth';
    const app = initializeApp({ apiKey: '${key}', projectId: 'shop' });
    const auth = initializeAuth(app, { persistence: browserLocalPersistence });
    connectAuthEmulator(auth, '${api}', { disableWarnings: true });
    onAuthStateChanged(auth, (user) => {
      if (!user) throw new Error('no user');
      markUsable();
    });`,
  stored: () => ({
    [`firebase:authUser:${key}:[DEFAULT]`]: {
      uid,
      emailVerified: false,
      isAnonymous: true,
      providerData: [],
      stsTokenManager: {
        refreshToken: 'refresh-token',
        accessToken: createToken({ sub: uid, iat: epochSeconds(), exp: epochSeconds(3600) }),
        expirationTime: epochSeconds(3600) * 1000,
      },
      createdAt: '1793000000000',
      lastLoginAt: '1793000000000',
      apiKey: key,
      appName: '[DEFAULT]',
    },
  }),
  answers: () => ({
    '/identitytoolkit.googleapis.com/v1/accounts:lookup': {
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [{ localId: uid, createdAt: '1793000000000', lastLoginAt: '1793000000000' }],
    },
  }),
};
