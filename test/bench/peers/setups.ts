import type { Setup } from './setup.ts';
import { auth0 } from './setups/auth0.ts';
import { firebase } from './setups/firebase.ts';
import { keycloak } from './setups/keycloak.ts';
import { oidc } from './setups/oidc.ts';
import { supabase } from './setups/supabase.ts';

/** Each library whose time is measured beside Usher's. */
export const setups: readonly Setup[] = [keycloak, oidc, auth0, supabase, firebase];
