import { expect } from 'chai';
import { createDeviceHash } from '../../../src/session/opening/device-hash.ts';

describe('a device hash', () => {
  it('has the known form for any random numbers', () => {
    const now = 1500496747999;
    const values = [0, 1e-12, 0.1, 0.24999, 0.25, 0.5, 0.75, 0.9, 0.99999, 1 - 2 ** -32];
    const triples = values.flatMap((first) =>
      values.flatMap((middle) => values.map((last) => [first, middle, last])),
    );
    for (const chances of triples) {
      expect(createDeviceHash(now, () => chances.shift()!)).to.match(
        /^[1-4]:1500496747:\d{5}[1-9]$/,
      );
    }
  });

  it('uses all allowed digits', () => {
    const made = Array.from({ length: 4000 }, () => createDeviceHash(0, Math.random));
    expect(new Set(made.map((hash) => hash[0]))).to.have.property('size', 4);
    expect(new Set(made.map((hash) => hash.at(-1)))).to.have.property('size', 9);
    expect(new Set(made).size).to.be.above(3950);
  });
});
