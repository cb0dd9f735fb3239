import { expect } from 'chai';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { supersedes } from '../../../src/session/storage/supersedes.ts';

const record = (id: string, userId: string | undefined, epochStartedAt: number): SessionRecord => ({
  deviceHash: '1:1700000000:123456',
  epoch: 3,
  epochStartedAt,
  revision: 1,
  session: {
    id,
    user: userId === undefined ? null : { id: userId },
    deviceHash: '1:1700000000:123456',
    domain: '741',
    keptAliveAt: epochStartedAt,
    fingerprint: '&',
    geo: {},
    data: {},
  },
});

/** Which of two records both orders of comparison choose. */
const chosen = (one: SessionRecord, other: SessionRecord): unknown => {
  expect(supersedes(one, other)).to.equal(!supersedes(other, one));
  return (supersedes(one, other) ? one : other).session!.id;
};

describe('of two sessions in one epoch', () => {
  it('the earlier one counts when tabs opened them together', () => {
    expect(chosen(record('1', undefined, 1000), record('2', undefined, 2000))).to.equal('1');
    expect(chosen(record('1', '17', 1000), record('2', '17', 2000))).to.equal('1');
  });

  it('the later one counts when they began further apart', () => {
    expect(chosen(record('1', undefined, 1000), record('2', undefined, 17_000))).to.equal('2');
  });

  it('the later one counts when they belong to two users: the second one has logged in', () => {
    expect(chosen(record('1', '17', 1000), record('2', '18', 2000))).to.equal('2');
  });
});
