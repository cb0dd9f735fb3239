import { expect } from 'chai';
import { atom } from 'nanostores';
import type { LateActions } from '../../src/api/actions.ts';
import { createLateMembers } from '../../src/api/lazy.ts';
import { rejection } from '../fixtures/session/waiting.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';

describe('a chunk that could not be loaded', () => {
  it('is requested again by the next call, and shared from then on', async () => {
    let loads = 0;
    const area = { name: 'allmedia' } as never;
    const load = async (): Promise<LateActions> => {
      if (++loads === 1) throw new Error('lost');
      return { allmedia: async () => area } as unknown as LateActions;
    };
    const { signal: life } = new AbortController();
    const members = createLateMembers(
      createFakeClock(),
      { $user: atom(null), followViewer: () => life },
      load,
    );
    const failed = members.allmedia();
    expect(members.allmedia()).to.equal(failed);
    expect(await rejection(failed)).to.include({ message: 'lost' });
    const loaded = members.allmedia();
    expect(loaded).to.not.equal(failed);
    expect(members.allmedia()).to.equal(loaded);
    expect(await loaded).to.deep.equal({ name: 'allmedia' });
    expect(loads).to.equal(2);
  });
});
