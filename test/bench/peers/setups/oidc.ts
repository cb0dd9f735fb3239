import { createToken, epochSeconds, tokenAnswer, type Setup } from '../setup.ts';

/** With the server's addresses in the settings, so that none has to be asked for. */
export const oidc: Setup = {
  library: 'oidc-client-ts',
  words:
    '`getUser`; where the kept token has expired, `signinSilent` with a refresh token, one ' +
    'request. The addresses of the server are in the settings, so it asks for none.',
  module: (api) => `
    import { UserManager, WebStorageStateStore } from 'oidc-client-ts';
    const manager = new UserManager({
      authority: '${api}/oidc',
      client_id: 'shop',
      redirect_uri: location.origin + '/',
      userStore: new WebStorageStateStore({ store: localStorage }),
      metadata: {
        issuer: '${api}/oidc',
        authorization_endpoint: '${api}/oidc/auth',
        token_endpoint: '${api}/oidc/token',
      },
    });
    manager.getUser().then(async (kept) => {
      const user = kept && !kept.expired ? kept : await manager.signinSilent();
      if (!user.access_token) throw new Error('no token');
      markUsable();
    });`,
  stored: (api) => ({
    [`oidc.user:${api}/oidc:shop`]: {
      access_token: createToken({ sub: 'f0d1' }),
      refresh_token: 'refresh-token',
      token_type: 'Bearer',
      scope: 'openid profile email offline_access',
      profile: { sub: 'f0d1', iss: `${api}/oidc`, aud: 'shop' },
      expires_at: epochSeconds(-60),
    },
  }),
  answers: (api) => ({ '/oidc/token': tokenAnswer(`${api}/oidc`) }),
};
