import { expect } from 'chai';
import { onWake } from '../../src/browser/wake.ts';

describe('waking', () => {
  const sources = [[window, 'pageshow'], [window, 'online'], [document, 'resume'], [document, 'visibilitychange']] as const;

  it('is heard when the page is shown, restored, resumed or online again, until the way back is taken', () => {
    let calls = 0;
    const stop = onWake(() => calls++);
    for (const [target, type] of sources) target.dispatchEvent(new Event(type));
    expect(calls).to.equal(4);
    stop();
    for (const [target, type] of sources) target.dispatchEvent(new Event(type));
    expect(calls).to.equal(4);
  });

  it('is not heard while the page is hidden', () => {
    let calls = 0;
    const stop = onWake(() => calls++);
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    try {
      for (const [target, type] of sources) target.dispatchEvent(new Event(type));
      expect(calls).to.equal(0);
    } finally {
      delete (document as { visibilityState?: string }).visibilityState;
      stop();
    }
  });

  it('listens to nothing that keeps a page out of the back/forward cache', () => {
    const types: string[] = [];
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function add(...given: Parameters<typeof addEventListener>) {
      types.push(given[0]);
      addEventListener.apply(this, given);
    };
    try {
      onWake(() => {})();
    } finally {
      EventTarget.prototype.addEventListener = addEventListener;
    }
    expect(types).to.not.include.members(['unload']).and.not.include.members(['beforeunload']);
  });
});
