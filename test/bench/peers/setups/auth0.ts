import { createToken, epochSeconds, tokenAnswer, type Setup } from '../setup.ts';

const scope = 'openid profile email offline_access';

export const auth0: Setup = {
  library: '@auth0/auth0-spa-js',
  words:
    '`getTokenSilently` with a refresh token in localStorage, one request. Without that token ' +
    'it would load a frame.',
  module: (api) => `
    import { Auth0Client } from '@auth0/auth0-spa-js';
    const auth0 = new Auth0Client({
      domain: '${api}',
      clientId: 'shop',
      useRefreshTokens: true,
      cacheLocation: 'localstorage',
    });
    auth0.getTokenSilently().then((token) => {
      if (!token) throw new Error('no token');
      markUsable();
    });`,
  stored: () => ({
    [`@@auth0spajs@@::shop::default::${scope}`]: {
      body: {
        client_id: 'shop',
        access_token: createToken({ sub: 'f0d1' }),
        refresh_token: 'refresh-token',
        audience: 'default',
        scope,
        expires_in: 3600,
      },
      expiresAt: epochSeconds(-60),
    },
  }),
  answers: (api) => ({ '/oauth/token': tokenAnswer(`${api}/`) }),
};
