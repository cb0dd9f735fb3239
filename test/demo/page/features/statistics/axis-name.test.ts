import { expect } from 'chai';
import { axisName } from '../../../../../demo/page/features/statistics/axis-name.ts';

describe('the name beside a bar', () => {
  it('goes on in further lines, and loses no word, also on a narrow phone', () => {
    for (const title of [
      'Juno',
      'Harry Potter and the Order of the Phoenix',
      'The Lord of the Rings: The Fellowship of the Ring',
    ]) {
      const lines = axisName(title, 320);
      expect(lines.join(' ')).to.equal(title);
      for (const line of lines) expect(line.length).to.be.at.most(16);
    }
  });

  it('is in one line where that is wide enough', () => {
    expect(axisName('The Dark Knight Rises', 1280)).to.deep.equal(['The Dark Knight Rises']);
  });

  it('ends with dots where it is too long for all lines', () => {
    const lines = axisName('Kind of a long name '.repeat(9).trim(), 320);
    expect(lines).to.have.length(4);
    expect(lines[3]).to.match(/…$/);
    expect(axisName('Donaudampfschifffahrtsgesellschaft', 320)).to.deep.equal(['Donaudampfschif…']);
  });
});
