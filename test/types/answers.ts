// Checked by the compiler, never run: what each answer holds, and that a typo does not compile.
import type { PaymentAnswers } from '../../src/contract/answers/payment.ts';
import type { SessionAnswers } from '../../src/contract/answers/session.ts';
import type { paymentRows } from '../../src/contract/payment.ts';
import type { sessionRows } from '../../src/contract/session.ts';
import type {
  AllmediaAllValues,
  EditableAttribute,
  EndpointId,
  EndpointResult,
  InAppValues,
  Incident,
  MediaItem,
  OfferTerms,
  PaymentResult,
  PlatformFields,
  Receipt,
  SystemEntry,
  Usher,
  WireFlag,
} from '../../src/index.ts';

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_Same extends true>(): void => undefined;

// Each endpoint has an answer.
yes<Same<keyof SessionAnswers, keyof typeof sessionRows>>();
yes<Same<keyof PaymentAnswers, keyof typeof paymentRows>>();
type Unanswered = { [Id in EndpointId]: EndpointResult<Id> extends never ? Id : never }[EndpointId];
yes<Same<Unanswered, never>>();

declare const usher: Usher;
declare const item: MediaItem;

/** Takes a value of exactly this type, or `undefined`. */
const is = <Wanted>(): (<Given>(
  value: Given,
  ..._same: Same<Exclude<Given, undefined>, Wanted> extends true ? [] : [never]
) => void) => {
  return () => undefined;
};
const text = is<string>();
const number = is<number>();
const flag = is<boolean>();
const wireId = is<string | number>();
const wireNumber = is<number | string>();
const wireFlag = is<WireFlag>();

// The comparison sees a difference.
// @ts-expect-error: a flag is no text
text(item.general.isPay);

// A media item: what the interface names.
const { general, imagedata, streamdata, statusdata, connectedmedia, publishingdata } = item;
text(general.ID);
text(general.GID);
text(general.hash);
text(general.refnr);
text(general.externalReference);
text(general.slug);
text(general.description);
general.streamtype satisfies string;
flag(general.isPicked);
flag(general.isEvergreen);
flag(general.forKids);
flag(general.isPay);
flag(general.isUGC);
number(general.ageRestriction);
number(general.views);
text(imagedata.thumb);
number(imagedata.thumb_width);
text(publishingdata?.externalReference);
wireNumber(publishingdata?.published);
wireId(publishingdata?.channel);
wireNumber(statusdata?.age);
wireFlag(statusdata?.needsLogin);
wireFlag(streamdata?.canPlay);
text(streamdata?.files?.[0]?.url);
wireNumber(streamdata?.files?.[0]?.width);
for (const name of ['tags', 'persons', 'shows', 'places', 'products', 'files'] as const) {
  const [first] = connectedmedia?.[name] ?? [];
  wireId(first?.ID);
  text(first?.title);
  text(first?.role);
}
text(connectedmedia?.studio?.title);
wireId(connectedmedia?.items?.[0]?.GID);
is<unknown>()(item.raw?.['general']?.['unheardOf']);
// @ts-expect-error: a typo in a field
general.titel;
// @ts-expect-error: a typo in a part
item.streamdat;
// @ts-expect-error: a typo in a list
connectedmedia?.person;
// @ts-expect-error: a typo in a picture
imagedata.tumb;

// Lists of the platform, and incidents.
declare const entry: SystemEntry;
declare const attribute: EditableAttribute;
declare const incident: Incident;
text(entry.code);
number(attribute.maxlength);
wireFlag(attribute.allowedInUGC);
is<PlatformFields>()(entry.raw);
is<PlatformFields>()(incident.raw);
number(incident.started);
// @ts-expect-error: a typo in an entry
entry.titel;
// @ts-expect-error: a typo in an attribute
attribute.maxLength;
// @ts-expect-error: a typo in an incident
incident.severty;

/** Reads answers of `call()`. */
export async function readAnswers(): Promise<void> {
  const init = await usher.call('session/init');
  wireId(init.result.general?.cid);
  wireFlag(init.result.general?.isNewSession);
  wireId(init.result.general?.campaign);
  wireId(init.result.general?.deliveryPartner);
  wireId(init.result.general?.affiliatePartner);
  text(init.result.device?.type);
  wireFlag(init.result.device?.allowTrack);
  text(init.result.system?.reporttoken);
  is<unknown>()(init.raw['unheardOf']);
  // @ts-expect-error: a typo in an answer
  init.result.general?.campain;
  const statics = await usher.call('session/staticdetails');
  text(statics.result.device?.id);
  // @ts-expect-error: static details have no session
  statics.result.general?.cid;
  const weather = await usher.call('session/currentweather');
  wireNumber(weather.result.general?.temperature);
  text(weather.result.general?.text);
  // @ts-expect-error: a typo in an answer
  weather.result.general?.temprature;
  const address = await usher.call('session/generatedirectoryloginurl');
  text(address.result.general?.url);
  const login = await usher.call('session/login', { username: 'ada', password: 'lovelace' });
  text(login.result.userdata?.username);
  text((await usher.call('session/logout')).result.status);
  text((await usher.call('session/reporttoken')).result.general?.reporttoken);

  const state = await usher.call('payment/itemstate', { item: 7, streamtype: 'video' });
  wireFlag(state.result.general?.canPlay);
  wireNumber(state.result.general?.offers?.[0]?.amount);
  const { result } = await usher.call('payment/addexternalsubscription', { isPremium: true });
  wireId(result.general?.transactionID);
  wireNumber(result.general?.validUntil);
  wireNumber(result.general?.duration);
  wireFlag(result.general?.isPremium);
  wireFlag(result.general?.willRenew);
  wireFlag(result.general?.canRenew);
  wireFlag(result.general?.paidMonthly);
  // @ts-expect-error: a typo in an answer
  result.general?.isPremum;

  const found = await usher.call('allmedia/byglobalid', { globalid: '7' });
  wireId(found.result.general.GID);
  wireFlag(found.result.general.isPay);
  const latest = await usher.call('allmedia/latest');
  text(latest.result[0]?.general.title);
  is<unknown>()(latest.raw[0]?.['unheardOf']);
  const codes = await usher.call('system/languagecodes');
  text(codes.result[0]?.title);
  const incidents = await usher.call('system/currentincidents');
  wireNumber(incidents.result[0]?.started);

  const period = { streamtype: 'video', from: '2026-11-01', to: '2026-11-02' } as const;
  const progress = await usher.call('statistics/viewprogressbyday', period);
  number(progress.result.get('2026-11-01')?.progress25);
  number(progress.result.get('2026-11-01')?.progress100);
  // @ts-expect-error: there is no such step
  progress.result.get('2026-11-01')?.progress33;
  const now = await usher.call('statistics/realtime', { streamtype: 'video' });
  number(now.result.get('desktop')?.playerstarts);
  // @ts-expect-error: a typo in a figure
  now.result.get('desktop')?.veiws;
  const rows = now.result.get('desktop') ?? {};
  Object.entries(rows) satisfies [string, number][];
  number((await usher.call('statistics/viewsbyday', period)).result.get('2026-11-01'));
}

// Known words are suggested, and others pass.
({ additionalFields: ['streamdata', 'connectedmedia'] }) satisfies AllmediaAllValues;
({ additionalFields: 'all', orderBy: 'title' }) satisfies AllmediaAllValues;
({ additionalFields: ['mood'], orderBy: 'mood' }) satisfies AllmediaAllValues;
// @ts-expect-error: a name is text
({ orderBy: 7 }) satisfies AllmediaAllValues;
// @ts-expect-error: names are text
({ additionalFields: [7] }) satisfies AllmediaAllValues;
({ operation: 'ppv', amount: 499, currency: 'EUR' }) satisfies OfferTerms;
({ operation: 'gift', amount: 499, currency: 'EUR' }) satisfies OfferTerms;
({ operation: 'ownage', provider: 'io', receipt: '{}' }) satisfies InAppValues;

// A receipt and the result of a payment call: the terms of a subscription.
declare const sold: Receipt | PaymentResult;
number(sold.duration);
flag(sold.isPremium);
flag(sold.paidMonthly);
flag(sold.willRenew);
flag(sold.canRenew);

// Only the deletion of a transaction takes the explicit word.
const deletion = { transactionID: 7, cancelTransaction: true } as const;
void usher.call('payment/cancelsubscription', deletion, { ofAnotherDevice: true });
// @ts-expect-error: no other call has it
void usher.call('session/currentweather', {}, { ofAnotherDevice: true });

// A consent environment is a word, or one of its numbers.
const day = { streamtype: 'video', from: '2026-01-01', to: '2026-01-02' };
void usher.call('statistics/viewsbyday', { ...day, consentEnvironment: 1 });
void usher.call('statistics/viewsbyday', { ...day, consentEnvironment: '2' });
// @ts-expect-error: there is no third one
void usher.call('statistics/viewsbyday', { ...day, consentEnvironment: 3 });
