import { createToken, epochSeconds, tokenAnswer, type Setup } from '../setup.ts';

const realm = '/realms/shop';
const path = `${realm}/protocol/openid-connect/token`;

/**
 * `init` with the tokens that the page has kept sends one request. Its other way, `check-sso`,
 * loads pages in a frame and then asks for tokens, so it is slower.
 */
export const keycloak: Setup = {
  library: 'keycloak-js',
  words:
    '`init` with the tokens that the page has kept, without the login frame: one refresh. ' +
    '`check-sso` would load a frame first.',
  module: (api) => `
    import Keycloak from 'keycloak-js';
    const keycloak = new Keycloak({ url: '${api}', realm: 'shop', clientId: 'shop' });
    const tokens = JSON.parse(localStorage.getItem('tokens'));
    keycloak.init({ ...tokens, checkLoginIframe: false }).then((authenticated) => {
      if (!authenticated) throw new Error('not authenticated');
      markUsable();
      const { token, refreshToken, idToken } = keycloak;
      localStorage.setItem('tokens', JSON.stringify({ token, refreshToken, idToken }));
    });`,
  stored: (api) => {
    const claims = { iss: api + realm, sub: 'f0d1', exp: epochSeconds(-60) };
    const token = createToken(claims);
    const refreshToken = createToken({ ...claims, exp: epochSeconds(3600) });
    return { tokens: { token, refreshToken, idToken: token } };
  },
  answers: (api) => ({ [path]: tokenAnswer(api + realm) }),
};
