const operations = ['subscription', 'ppv', 'ownage', 'deposit'] as const;

/** What is sold: a subscription, one item for a time or for good, money on account. */
export type Operation = (typeof operations)[number];

export const isOperation = (text: string): text is Operation =>
  operations.some((operation) => operation === text);
