import { expect } from 'chai';
import type { Act } from '../../src/runtime/actions.ts';
import { lazyActions } from '../../src/runtime/lazy-actions.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';
import { rejection } from '../fixtures/session/waiting.ts';

describe('a chunk that could not be loaded', () => {
  it('is requested again by the next call, and shared from then on', async () => {
    let loads = 0;
    const act: Act = (name) => ({ name });
    const actions = lazyActions(createFakeClock(), async () => {
      if (++loads === 1) throw new Error('lost');
      return { act };
    });
    const failed = actions.allmedia();
    expect(actions.allmedia()).to.equal(failed);
    expect(await rejection(failed)).to.include({ message: 'lost' });
    const loaded = actions.allmedia();
    expect(loaded).to.not.equal(failed);
    expect(actions.allmedia()).to.equal(loaded);
    expect(await loaded).to.deep.equal({ name: 'allmedia' });
    expect(loads).to.equal(2);
  });
});
