import { expect } from 'chai';
import fc from 'fast-check';
import {
  dueAfterMs,
  intervalMs,
  retryWaitMs,
} from '../../../src/session/keepalive/keepalive-plan.ts';
import { createDeviceHash } from '../../../src/session/opening/device-hash.ts';

const minute = 60_000;
const times = fc.integer({ min: 0, max: 4e12 });
const hashes = fc
  .tuple(times, fc.infiniteStream(fc.double({ min: 0, max: 0.999999, noNaN: true })))
  .map(([at, chance]) => createDeviceHash(at, () => chance.next().value));

describe('the time of the next keepalive', () => {
  it('is 12 min after the last one, shifted by at most 105 s', () => {
    fc.assert(
      fc.property(times, hashes, (at, hash) => {
        expect(dueAfterMs(at, hash)).to.be.within(12 * minute - 105_000, 12 * minute + 105_000);
      }),
    );
  });

  it('reaches the phase of the device within four intervals, and stays there', () => {
    fc.assert(
      fc.property(times, hashes, (start, hash) => {
        let at = start;
        for (let turn = 0; turn < 4; turn++) at += dueAfterMs(at, hash);
        const phase = at % intervalMs;
        for (let turn = 0; turn < 3; turn++) at += dueAfterMs(at, hash);
        expect(Math.round(at % intervalMs)).to.equal(Math.round(phase));
        expect(dueAfterMs(at, hash)).to.be.closeTo(intervalMs, 0.001);
      }),
    );
  });

  it('differs from device to device', () => {
    const phases = ['000001', '250001', '500001', '999991'].map(
      (digits) =>
        Array.from({ length: 5 }).reduce<number>(
          (at) => at + dueAfterMs(at, `4:1500496747:${digits}`),
          0,
        ) % intervalMs,
    );
    expect(phases.map((phase) => Math.round(phase / 1000))).to.deep.equal([0, 180, 360, 720]);
  });

  it('is 15, 30 and 60 s after a failure, then random up to 120 s', () => {
    expect(
      [1, 2, 3, 4, 9].map((failures) => retryWaitMs(failures, 20 * minute, () => 0.5)),
    ).to.deep.equal([15_000, 30_000, minute, minute, minute]);
    expect(retryWaitMs(4, 20 * minute, () => 0.999)).to.be.within(119_000, 120_000);
  });

  it('is at the latest 14:30 min after the last success', () => {
    expect(retryWaitMs(3, 14 * minute, () => 0.5)).to.equal(30_000);
    expect(retryWaitMs(4, 14 * minute, () => 0.9)).to.equal(30_000);
  });
});
