import { after } from '../../browser/after.ts';
import { createClock } from '../../browser/clock.ts';
import { random } from '../../browser/random.ts';
import { createDeviceHash } from '../../session/opening/device-hash.ts';
import type { LiveRequest } from './wire.ts';

/** No platform has an item with this ID. */
export const absentItem = '899999999999999';

/** A reference that a check sends with a call. */
export const sentReference = 'usher-probe';

interface LiveRequests {
  readonly opening: (deviceHash: string) => LiveRequest;
  readonly keepalive: LiveRequest;
  readonly keepaliveWithReference: LiveRequest;
  readonly list: LiveRequest;
  /** With the addresses of its files. */
  readonly item: (globalId: string) => LiveRequest;
  readonly incidents: LiveRequest;
  readonly itemState: (item: string, streamtype: string) => LiveRequest;
  readonly absentItem: (streamtype: string) => LiveRequest;
  /** Sent with the ID of `otherSession`. */
  readonly lostSession: LiveRequest;
  readonly logout: LiveRequest;
}

/** The calls that a check makes. They read, or fail on purpose. None logs in or buys. */
export const liveRequests: LiveRequests = {
  opening: (deviceHash) => ({
    name: 'session/init',
    body: { nxp_devh: deviceHash, addPriceModel: '1' },
  }),
  keepalive: { name: 'session/keepalive' },
  keepaliveWithReference: { name: 'session/keepalive', body: { cfo: sentReference } },
  list: { name: 'allmedia/latest', method: 'GET', query: { limit: '2' } },
  item: (globalId) => ({
    name: 'allmedia/byglobalid',
    path: `/allmedia/byglobalid/${globalId}`,
    method: 'GET',
    query: { additionalFields: 'streamdata' },
  }),
  incidents: { name: 'system/currentincidents', method: 'GET' },
  itemState: (item, streamtype) => ({
    name: 'payment/itemstate',
    query: { item, streamtype },
  }),
  absentItem: (streamtype) => ({
    name: 'payment/itemstate',
    query: { item: absentItem, streamtype },
  }),
  lostSession: { name: 'allmedia/latest', method: 'GET', query: { limit: '1' } },
  logout: { name: 'session/logout' },
};

/** Creates a device hash: each check is a device of its own. */
export const newDeviceHash = (): string => createDeviceHash(createClock(after).now(), random);

/** The operation that a call is signed for: `init` in `session/init`. */
export const operationOf = (name: string): string => name.slice(name.indexOf('/') + 1);

/** Returns an ID in the form of the given one, which belongs to no session of the check. */
export function otherSession(id: string): string {
  return id.replace(/[0-9a-z]/gi, (character) => {
    if (/\d/.test(character)) return String(9 - Number(character) || 1);
    return character === 'a' ? 'b' : 'a';
  });
}
