import { expect } from 'chai';
import { onWake } from '../../src/browser/wake.ts';

describe('the wake signal', () => {
  const sources = [
    [window, 'pageshow'],
    [window, 'online'],
    [window, 'storage'],
    [document, 'resume'],
    [document, 'visibilitychange'],
    [document, 'playing'],
    [document, 'timeupdate'],
  ] as const;

  it('fires when the page is shown, restored, resumed, online, plays media, or another tab writes', () => {
    let calls = 0;
    const stop = onWake(() => calls++);
    for (const [target, type] of sources) target.dispatchEvent(new Event(type));
    expect(calls).to.equal(7);
    stop();
    for (const [target, type] of sources) target.dispatchEvent(new Event(type));
    expect(calls).to.equal(7);
  });

  it('fires for media in the page, although their events do not bubble', () => {
    const heard: string[] = [];
    const stop = onWake((type) => heard.push(type));
    const video = document.body.appendChild(document.createElement('video'));
    video.dispatchEvent(new Event('timeupdate'));
    video.remove();
    stop();
    expect(heard).to.deep.equal(['timeupdate']);
  });

  it('uses no listener that keeps a page out of the back/forward cache', () => {
    const types: string[] = [];
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function add(
      ...given: Parameters<typeof addEventListener>
    ) {
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
