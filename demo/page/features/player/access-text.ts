import type { ItemState } from 'usher-runtime';

/** A state of access in words. */
export interface AccessText {
  readonly title: string;
  readonly story: string;
}

type Texts = Readonly<Record<string, AccessText>>;

const denied: Texts = {
  'not-paid': {
    title: 'This one needs a ticket',
    story: 'You may watch it with one of these.',
  },
  'login-required': {
    title: 'For members of the house',
    story: 'It costs nothing, but you have to be logged in.',
  },
  geo: {
    title: 'Not shown where you are',
    story: 'The rights for your country lie elsewhere.',
  },
  age: {
    title: 'Not for your age',
    story: 'It is shown to viewers whose age is known and sufficient.',
  },
  schedule: { title: 'The doors are closed', story: 'It is not in the programme at this time.' },
  domain: { title: 'Not in this house', story: 'It is shown elsewhere.' },
  'not-found': {
    title: 'The reel is missing',
    story: 'The platform does not know this item any more.',
  },
};

const uncertain: AccessText = {
  title: 'The check went wrong',
  story: 'It is not known whether you may watch.',
};

const unknown: Texts = {
  static: {
    title: 'No tickets at this door',
    story:
      'The platform gives this page no personal session, so it cannot tell whether you may watch.',
  },
  offline: {
    title: 'Nobody at the door',
    story: 'The platform cannot be reached, so nobody can tell whether you may watch.',
  },
  unreadable: {
    title: 'The answer could not be read',
    story: 'The platform answered, but not in a way that says whether you may watch.',
  },
  error: uncertain,
};

const granted: Readonly<Record<string, string>> = {
  free: 'Free to watch.',
  paid: 'You have a ticket.',
  subscription: 'In your subscription.',
  voucher: 'Opened by your voucher.',
  external: 'Opened by your membership.',
};

export function accessText({ access, reason }: ItemState): AccessText {
  if (access === 'granted') {
    return { title: granted[reason] ?? 'You may watch this.', story: '' };
  }
  if (access === 'denied') {
    const fallback = { title: 'You may not watch this', story: `The platform says: ${reason}.` };
    return denied[reason] ?? fallback;
  }
  if (access === 'unknown' && reason) return unknown[reason] ?? uncertain;
  return unknown[reason] ?? { title: '', story: '' };
}
