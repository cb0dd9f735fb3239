import { after } from '../browser/after.ts';
import { random } from '../browser/random.ts';
import { requestInit } from '../browser/request-init.ts';
import { textStore } from '../browser/storage.ts';
import { encodeFields } from '../contract/encode-fields.ts';
import { open } from './opening.ts';
import { readSaved, soundSaved } from './saved-session.ts';
import { checkSettings } from './settings.ts';

/**
 * What the starter and the runtime both need. The starter has it first, and hands it over, so that a page loads it once; the module
 * entry brings its own.
 */
export interface Kit {
  readonly after: typeof after;
  readonly random: typeof random;
  readonly textStore: typeof textStore;
  readonly requestInit: typeof requestInit;
  readonly encodeFields: typeof encodeFields;
  readonly open: typeof open;
  readonly checkSettings: typeof checkSettings;
  readonly readSaved: typeof readSaved;
  readonly soundSaved: typeof soundSaved;
}

export const kit: Kit = { after, random, textStore, requestInit, encodeFields, checkSettings, open, readSaved, soundSaved };
