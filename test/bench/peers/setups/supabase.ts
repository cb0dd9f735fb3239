import { createToken, epochSeconds, type Setup } from '../setup.ts';

const user = {
  id: '11111111-1111-1111-1111-111111111111',
  aud: 'authenticated',
  role: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  identities: [],
  created_at: '2026-11-01T00:00:00Z',
  is_anonymous: true,
};

export const supabase: Setup = {
  library: '@supabase/auth-js',
  words: '`getSession`; without a session `signInAnonymously`, one request with a preflight.',
  module: (api) => `
    import { AuthClient } from '@supabase/auth-js';
    const auth = new AuthClient({ url: '${api}/auth/v1', headers: { apikey: 'public' } });
    auth.getSession().then(async ({ data: { session } }) => {
      if (!session) ({ data: { session } } = await auth.signInAnonymously());
      if (!session.access_token) throw new Error('no session');
      markUsable();
    });`,
  answers: () => ({
    '/auth/v1/signup': {
      access_token: createToken({ sub: user.id, exp: epochSeconds(3600), is_anonymous: true }),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: epochSeconds(3600),
      refresh_token: 'v1-refresh-token',
      user,
    },
  }),
};
