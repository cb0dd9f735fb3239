import { expect } from 'chai';
import { after } from '../../src/browser/after.ts';

const pass = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

describe('a timer', () => {
  it('calls back once, and not when cancelled', async () => {
    const called: string[] = [];
    after(1, () => called.push('kept'));
    const cancel = after(1, () => called.push('cancelled'));
    cancel();
    cancel();
    await pass(20);
    expect(called).to.deep.equal(['kept']);
  });

  it('does not call at once for a delay of years, unlike a bare timer', async () => {
    let calls = 0;
    const cancels = [2 ** 31, 2 ** 32, 73 * 365 * 86_400_000].map((delayMs) =>
      after(delayMs, () => calls++),
    );
    let overflowed = false;
    const bare = setTimeout(() => {
      overflowed = true;
    }, 2 ** 31);
    await pass(20);
    for (const cancel of cancels) cancel();
    clearTimeout(bare);
    expect(overflowed, 'a bare timer overflows').to.equal(true);
    expect(calls).to.equal(0);
  });

  it("is the browser's own, also when the page replaces it later", async () => {
    const { setTimeout: own } = globalThis;
    let calls = 0;
    globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
    after(1, () => calls++);
    globalThis.setTimeout = own;
    await pass(20);
    expect(calls).to.equal(1);
  });
});
