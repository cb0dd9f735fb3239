import { expect } from 'chai';
import { transition } from '../../src/session/machine.ts';
import type { SessionEvent, SessionStatus } from '../../src/session/machine.ts';

const states: readonly SessionStatus[] = [
  'idle',
  'opening',
  'ready',
  'static',
  'offline',
  'degraded',
  'ended',
];
const events: readonly SessionEvent[] = [
  'open',
  'opened',
  'adopted',
  'static',
  'unreachable',
  'refused',
  'lost',
  'end',
];

/** What the design says, and nothing that follows from the table itself. */
const promised: readonly (readonly [SessionStatus, SessionEvent, SessionStatus, string])[] = [
  ['idle', 'open', 'opening', 'the first who needs a session opens it'],
  ['idle', 'end', 'ended', 'a logout before any start ends what was kept'],
  ['opening', 'opened', 'ready', 'an answer makes it ready'],
  ['opening', 'static', 'static', 'a player-only domain stays without a session'],
  ['opening', 'unreachable', 'offline', 'no answer is offline'],
  ['opening', 'refused', 'degraded', 'an answer without a session is degraded'],
  ['opening', 'end', 'ended', 'a logout wins over an opening under way'],
  ['opening', 'open', 'opening', 'who comes later waits for the same'],
  ['ready', 'open', 'ready', 'a session that is there is not opened again'],
  ['ready', 'lost', 'opening', 'a lost session is opened again'],
  ['ready', 'opened', 'ready', 'a login or keepalive keeps it ready'],
  ['ready', 'end', 'ended', 'a logout ends it'],
  ['static', 'open', 'static', 'a static session is shown until there is a full one'],
  ['static', 'opened', 'ready', 'and is promoted then'],
  ['ended', 'adopted', 'ready', 'a login in another tab is one here'],
  ['idle', 'adopted', 'idle', 'who has not started takes nothing over'],
  ['offline', 'open', 'opening', 'offline is tried again'],
  ['offline', 'opened', 'ready', 'and recovers'],
  ['degraded', 'open', 'opening', 'degraded is tried again'],
  ['degraded', 'opened', 'ready', 'and recovers'],
  ['ended', 'open', 'opening', 'after the end the next call opens an anonymous session'],
  ['ended', 'opened', 'ended', 'an answer that comes after the end is dropped'],
  ['ended', 'lost', 'ended', 'what is over cannot be lost'],
  ['ended', 'refused', 'ended', 'a failure after the end changes nothing'],
  ['ended', 'unreachable', 'ended', 'nor does a network that fails after it'],
];

describe('the session machine', () => {
  it('defines every pair of state and event', () => {
    for (const state of states) {
      for (const event of events) {
        expect(states, `${state} + ${event}`).to.include(transition(state, event));
      }
    }
  });

  it('leaves the end by nothing but an opening, here or in another tab', () => {
    for (const event of events) {
      if (event !== 'open' && event !== 'adopted') {
        expect(transition('ended', event)).to.equal('ended');
      }
    }
  });

  it('ends from everywhere', () => {
    for (const state of states) expect(transition(state, 'end')).to.equal('ended');
  });

  it('returns to idle from nowhere', () => {
    for (const state of states) {
      if (state !== 'idle') {
        for (const event of events) expect(transition(state, event)).to.not.equal('idle');
      }
    }
  });

  for (const [state, event, next, title] of promised) {
    it(`${title}: ${state} + ${event} -> ${next}`, () => {
      expect(transition(state, event)).to.equal(next);
    });
  }
});
