/** The users that every domain starts with. Nothing here is secret: the demo prints it. */
export const demoUsers = [
  { username: 'ada', password: 'lovelace', age: 36, owns: true, subscribed: false },
  { username: 'grace', password: 'hopper', age: 45, owns: false, subscribed: true },
  { username: 'kim', password: 'young', age: 12, owns: false, subscribed: false },
] as const;

/**
 * What logs in as `ada` without a password. `*` stands for any identity provider that has no entry
 * of its own.
 */
export const demoTokens = [
  { provider: '*', token: 'demo-token' },
  { provider: 'broadcast', token: 'BROADCAST-1' },
  { provider: 'secondscreen', token: '424242' },
] as const;

/** A voucher that logs in as `grace`. */
export const demoLoginVoucher = 'WELCOME-GRACE';
