import { expect } from 'chai';
import { nearestName, unknownName } from '../../src/errors/nearest-name.ts';

const known = ['gateway', 'baseUrl', 'addPriceModel', 'lat', 'lng', 'domain'];

describe('the nearest known name', () => {
  for (const [given, nearest] of [
    ['gatway', 'gateway'],
    ['gateawy', 'gateway'],
    ['baseurl', 'baseUrl'],
    ['base-url', 'baseUrl'],
    ['add_price_model', 'addPriceModel'],
    ['addPricModell', 'addPriceModel'],
    ['lan', 'lat'],
    ['long', 'lng'],
  ] as const) {
    it(`of ${given} is ${nearest}`, () => {
      expect(nearestName(given, known)).to.equal(nearest);
    });
  }

  for (const given of ['cfasync', 'turboTrack', 'constructor', '', 'x'.repeat(5000)]) {
    it(`of ${JSON.stringify(given.slice(0, 20))} does not exist`, () => {
      expect(nearestName(given, known)).to.equal(undefined);
    });
  }

  it('is added to a sentence, if any', () => {
    expect(unknownName('there is no field gatway', 'gatway', known)).to.equal(
      'there is no field gatway; did you mean gateway?',
    );
    expect(unknownName('there is no field zzz', 'zzz', known)).to.equal('there is no field zzz');
  });
});
