import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { after } from '../../src/browser/after.ts';
import { createClock } from '../../src/browser/clock.ts';

describe('the clock', () => {
  it('has a monotonic time that a change of the wall clock does not move', () => {
    const fake = useFakeTimers({ now: 5000, toFake: ['Date'] });
    try {
      const clock = createClock(after);
      const before = clock.monotonic();
      fake.setSystemTime(1e12);
      expect(clock.now()).to.equal(1e12);
      expect(clock.monotonic() - before).to.be.within(0, 1000);
    } finally {
      fake.restore();
    }
  });
});
