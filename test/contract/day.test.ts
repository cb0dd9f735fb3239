import { expect } from 'chai';
import fc from 'fast-check';
import { encodeCall } from '../../src/contract/encode-call.ts';
import { locate } from '../fixtures/contract/areas.ts';
import { refusal } from '../fixtures/contract/refusal.ts';

function dayOf(from: unknown, timezone?: string): string | null {
  const { query } = encodeCall(...locate('statistics/viewsbyday'), {
    from,
    to: '9999-12-31',
    streamtype: 'video',
    timezone,
  });
  return new URLSearchParams(query).get('from');
}

describe('a day', () => {
  it('is unchanged as text, in any timezone', () => {
    for (const day of ['2026-11-20', '2024-02-29', '2000-02-29', '1970-01-01', '2026-12-31']) {
      expect(dayOf(day)).to.equal(day);
      expect(dayOf(day, 'Pacific/Kiritimati')).to.equal(day);
    }
  });

  it('is read from a Date in the timezone of the call, across changes of summer time', () => {
    const rows: [moment: string, timezone: string, day: string][] = [
      ['2026-03-28T22:59:59Z', 'Europe/Berlin', '2026-03-28'],
      ['2026-03-28T23:00:00Z', 'Europe/Berlin', '2026-03-29'],
      ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-29'],
      ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
      ['2026-10-24T21:59:59Z', 'Europe/Berlin', '2026-10-24'],
      ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
      ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
      ['2026-03-08T04:59:59Z', 'America/New_York', '2026-03-07'],
      ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08'],
      ['2026-03-09T04:00:00Z', 'America/New_York', '2026-03-09'],
      ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01'],
      ['2026-11-20T18:14:59Z', 'Asia/Kathmandu', '2026-11-20'],
      ['2026-11-20T18:15:00Z', 'Asia/Kathmandu', '2026-11-21'],
      ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
      ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
      ['2026-12-31T23:59:59Z', 'UTC', '2026-12-31'],
    ];
    for (const [moment, timezone, day] of rows) {
      expect(dayOf(new Date(moment), timezone), `${moment} ${timezone}`).to.equal(day);
    }
  });

  it("is read from a Date in the browser's timezone when the call names none", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2500-01-01'), noInvalidDate: true }),
        (date) => {
          const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
          expect(dayOf(date)).to.equal(
            `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
          );
        },
      ),
    );
  });

  it('is refused when the year of a Date does not have four digits', () => {
    for (const moment of [
      new Date('+010000-06-01T12:00:00Z'),
      new Date('-000001-06-01T12:00:00Z'),
      new Date(-8.64e15),
      new Date(8.64e15),
    ]) {
      expect(
        refusal('statistics/viewsbyday', { from: moment, to: '9999-12-31', streamtype: 'video' }),
      ).to.include({ field: 'from', value: moment });
    }
  });

  it('is not named in the error about an unknown timezone', () => {
    const values = {
      streamtype: 'video',
      from: new Date(0),
      to: new Date(0),
      timezone: 'Mars/Olympus',
    };
    expect(refusal('statistics/viewsbyday', values)).to.include({
      field: 'timezone',
      value: 'Mars/Olympus',
    });
  });
});
