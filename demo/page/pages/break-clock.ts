'use strict';

// The first script of the tab in a frame: sets its clock ahead by the hours that its address names.
// The runtime reads the clock of the page once, so this comes before it. It is no module, which
// would run too late.
{
  const hourMs = 3_600_000;
  const aheadMs = Number(new URLSearchParams(location.search).get('hours-ahead')) * hourMs;
  const RealDate = Date;

  class SkewedDate extends RealDate {
    constructor(...values: [] | [value: number | string | Date]) {
      super(...((values.length ? values : [SkewedDate.now()]) as [number]));
    }

    static override now(): number {
      return RealDate.now() + aheadMs;
    }
  }
  if (aheadMs) window.Date = SkewedDate as DateConstructor;
}
