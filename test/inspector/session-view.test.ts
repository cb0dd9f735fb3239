import { expect } from 'chai';
import { sessionLines, tabLines } from '../../src/inspector/session-view.ts';
import { sessionState } from '../../src/session/state/session-state.ts';

const facts = { persistence: 'device', mode: 'auto', epoch: 3, keptAliveAt: null };

describe('the session in the inspector', () => {
  it('shows the ends of its ID, and what is known of the viewer', () => {
    const details = {
      id: '3154455148505954051',
      user: { id: '17', name: 'ada' },
      geo: { geocode: 'DE', latitude: '48.137', longitude: '11.575' },
      data: { pricemodel: {}, channels: [] },
    };
    const lines = new Map(sessionLines(sessionState('ready', details, { changedAt: 0 }), facts));
    expect(lines.get('Status')).to.match(/^ready since \d\d:\d\d:\d\d\.\d{3}$/);
    expect(lines.get('Session')).to.equal('3154…4051');
    expect(lines.get('Viewer')).to.equal('17');
    expect(lines.get('Country')).to.equal('DE');
    expect(lines.get('Epoch')).to.equal('3');
    expect(lines.get('Data')).to.equal('pricemodel, channels');
    const text = [...lines.values()].join('\n');
    expect(text).to.not.match(/ada|48\.137|11\.575|3154455148505954051/);
  });

  it('says which tab has the lease, and until when', () => {
    const leaseAt = (isHeldHere: boolean, expiresAt: number | undefined): string | undefined =>
      new Map(tabLines({ isHeldHere, expiresAt }, 2, 1000)).get('Lease');
    expect(leaseAt(false, undefined)).to.equal('free');
    expect(leaseAt(false, 1000)).to.equal('free');
    expect(leaseAt(false, 9000)).to.match(/^another tab until \d\d:\d\d:\d\d/);
    expect(leaseAt(true, 9000)).to.match(/^this tab until/);
  });

  it('leaves out what the browser does not know', () => {
    const names = tabLines({ isHeldHere: false, expiresAt: undefined }, undefined, 0).map(
      ([name]) => name,
    );
    expect(names).to.deep.equal(['Lease']);
  });

  it('tells an unknown viewer from one who is not logged in', () => {
    const viewerOf = (status: 'opening' | 'ready', details?: object) =>
      new Map(sessionLines(sessionState(status, details, { changedAt: 0 }), facts)).get('Viewer');
    expect(viewerOf('opening')).to.equal('not known yet');
    expect(viewerOf('ready', { id: '5' })).to.equal('not logged in');
  });
});
