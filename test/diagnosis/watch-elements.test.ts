import { expect } from 'chai';
import type { DebugEntry } from '../../src/index.ts';
import { scriptPlatform } from '../fixtures/session/scripted-platform.ts';
import { until } from '../fixtures/session/waiting.ts';

describe('the option debug, on a page with elements', () => {
  it('warns of gates that cannot work, and notes the failures of elements', async () => {
    const platform = scriptPlatform();
    const box = document.createElement('div');
    box.innerHTML = `<usher-gate></usher-gate>
      <usher-gate item="Fight Club"></usher-gate>
      <usher-gate item="7"><video></video></usher-gate>
      <usher-gate item="8"><video src="trailer.mp4" preload="none"></video></usher-gate>
      <usher-gate item="9" globalid="109"><video></video></usher-gate>
      <usher-gate item="10"><a-player></a-player></usher-gate>
      <usher-gate class="late"><video></video></usher-gate>`;
    document.body.append(box);
    Object.assign(box.querySelector('.late')!, { item: 11, globalId: 111 });
    const entries: DebugEntry[] = [];
    platform.usher({ debug: (entry) => void entries.push(entry) });
    await until(() => entries.length === 3);
    expect(entries.map(({ level, message }) => `${level}: ${message}`)).to.deep.equal([
      'warning: usher-gate: item is missing',
      'warning: usher-gate: item must be an ID, not Fight Club',
      'warning: usher-gate: item 7 has no globalid, and its media element no file: nothing can play',
    ]);
    const detail = new TypeError('no file');
    box.firstElementChild!.dispatchEvent(
      new CustomEvent('usher-failure', { detail, bubbles: true }),
    );
    expect(entries[3]).to.include({ level: 'error', message: 'usher-gate: TypeError: no file' });
    box
      .querySelector('[item="9"]')!
      .dispatchEvent(new CustomEvent('usher-failure', { detail, bubbles: true }));
    expect(entries[4]?.message).to.equal('usher-gate, item 9, globalid 109: TypeError: no file');
    box.remove();
    platform.close();
  });
});
