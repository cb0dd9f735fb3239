import { expect } from 'chai';
import {
  transition,
  type SessionEvent,
  type SessionStatus,
} from '../../../src/session/state/machine.ts';

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

/** The transitions of the design, written without the table. */
const promised: readonly (readonly [SessionStatus, SessionEvent, SessionStatus, string])[] = [
  ['idle', 'open', 'opening', 'the first call opens a session'],
  ['idle', 'end', 'ended', 'a logout before the start ends a stored session'],
  ['opening', 'opened', 'ready', 'a successful opening makes the session ready'],
  ['opening', 'static', 'static', 'a player-only domain has no session'],
  ['opening', 'unreachable', 'offline', 'without an answer the session is offline'],
  ['opening', 'refused', 'degraded', 'an answer without a session makes it degraded'],
  ['opening', 'end', 'ended', 'a logout ends an opening under way'],
  ['opening', 'open', 'opening', 'a second call waits for the same opening'],
  ['ready', 'open', 'ready', 'a ready session is not opened again'],
  ['ready', 'lost', 'opening', 'a lost session is opened again'],
  ['ready', 'opened', 'ready', 'a login or keepalive keeps the session ready'],
  ['ready', 'end', 'ended', 'a logout ends the session'],
  ['static', 'open', 'static', 'a static session stays until there is a full one'],
  ['static', 'opened', 'ready', 'a full session replaces a static one'],
  ['ended', 'adopted', 'ready', 'an ended session adopts a login of another tab'],
  ['idle', 'adopted', 'ready', 'an idle page adopts the session of the device by its consent'],
  ['offline', 'open', 'opening', 'an offline session is opened again'],
  ['offline', 'opened', 'ready', 'an offline session recovers'],
  ['degraded', 'open', 'opening', 'a degraded session is opened again'],
  ['degraded', 'opened', 'ready', 'a degraded session recovers'],
  ['ended', 'open', 'opening', 'the next call after the end opens an anonymous session'],
  ['ended', 'opened', 'ended', 'an answer after the end is dropped'],
  ['ended', 'lost', 'ended', 'an ended session cannot be lost'],
  ['ended', 'refused', 'ended', 'a failure after the end changes nothing'],
  ['ended', 'unreachable', 'ended', 'a network failure after the end changes nothing'],
];

describe('the session machine', () => {
  it('defines every pair of state and event', () => {
    for (const state of states) {
      for (const event of events) {
        expect(states, `${state} + ${event}`).to.include(transition(state, event));
      }
    }
  });

  it('leaves the state ended only by an opening, here or in another tab', () => {
    for (const event of events) {
      if (event !== 'open' && event !== 'adopted') {
        expect(transition('ended', event)).to.equal('ended');
      }
    }
  });

  it('can end in every state', () => {
    for (const state of states) expect(transition(state, 'end')).to.equal('ended');
  });

  it('never returns to idle', () => {
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
