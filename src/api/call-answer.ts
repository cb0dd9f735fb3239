import type { MediaItem } from '../contract/answers/media-item.ts';
import type { PaymentAnswers } from '../contract/answers/payment.ts';
import type { SessionAnswers } from '../contract/answers/session.ts';
import type { PlatformFields, Wire } from '../contract/answers/wire.ts';
import type { EndpointId } from '../contract/calls.ts';
import type { MediaName } from '../data/allmedia/allmedia.ts';
import type { Series } from '../data/statistics/statistics-keys.ts';
import type { StatisticsName } from '../data/statistics/statistics.ts';
import type { SystemData, SystemName } from '../data/system/system.ts';
import type { Answer } from '../dialect/envelope.ts';

type WireMedia<Name extends MediaName> = Name extends 'byglobalid'
  ? Wire<Omit<MediaItem, 'raw'>>
  : readonly Wire<Omit<MediaItem, 'raw'>>[];

// The runtime adds `raw` to what it reads. The platform does not send it.
type WireSystem<Data> = Data extends readonly (infer Entry)[]
  ? readonly Wire<Omit<Entry, 'raw'>>[]
  : Wire<Data>;

/**
 * The result of an endpoint as the platform sends it, by the ID of the endpoint. Statistics are
 * `Map`s that are read already. Any member may be absent: platforms differ.
 */
export type EndpointResult<Id extends EndpointId> =
  Id extends `session/${infer Name extends keyof SessionAnswers}`
    ? Wire<SessionAnswers[Name]>
    : Id extends `payment/${infer Name extends keyof PaymentAnswers}`
      ? Wire<PaymentAnswers[Name]>
      : Id extends `allmedia/${infer Name extends MediaName}`
        ? WireMedia<Name>
        : Id extends `system/${infer Name extends SystemName}`
          ? WireSystem<SystemData<Name>>
          : Id extends `statistics/${infer Name extends StatisticsName}`
            ? Series<Name>
            : never;

type RawResult<Result> = Result extends readonly unknown[]
  ? readonly PlatformFields[]
  : Result extends ReadonlyMap<infer Key, unknown>
    ? ReadonlyMap<Key, unknown>
    : PlatformFields;

/** The answer of `usher.call()`. */
export interface CallAnswer<Id extends EndpointId> extends Answer {
  /** The result by its type. The platform is not checked: a member may be absent. */
  readonly result: EndpointResult<Id>;
  /**
   * The same result, for fields that have no type.
   * @example const { raw } = await usher.call('session/currentweather');
   *   console.log(raw['humidity']);
   */
  readonly raw: RawResult<EndpointResult<Id>>;
}
