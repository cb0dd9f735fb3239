import type { CheckedPart } from './finding.ts';

/** Why a part may have no finding of its own. */
const noCall = 'no call was accepted';
const noPurchase = 'not asked: a check buys nothing';

/** Each part, in the order of a report, with the evidence where nothing was found. */
export const unaskedParts: Readonly<Record<CheckedPart, string>> = {
  parse: noCall,
  readEnvelope: noCall,
  readSession: noCall,
  isPlayerOnly: 'session/init was not refused',
  signatureSecret: noCall,
  authorize: noCall,
  adaptCall: 'it replaced nothing in an accepted call',
  sendsReference: noCall,
  readPriceModel: noCall,
  lists: noCall,
  parameters: 'not asked: a check sends no other parameters',
  readMediaSources: noCall,
  readIncidents: noCall,
  readItemState: noCall,
  isSessionLost: noCall,
  isNotFound: noCall,
  logout: noCall,
  parseOrdered: noCall,
  paymentFields: noPurchase,
  readTransaction: noPurchase,
  allowsAnonymousPurchase: noPurchase,
};
