import type { Handler } from '../call.ts';
import { countryCodes, languageCodes } from './codes.ts';
import {
  imageContentTypes,
  personTypes,
  socialPlatformCategories,
  streamingDeviceCategories,
  ttsVoices,
  videoContentTypes,
  videoPlatformCategories,
} from './constants.ts';
import { editableAttributesFor, editableRestrictionsFor } from './editable.ts';
import { audioGenres, videoGenres } from './genres.ts';
import { currentIncidents } from './incidents.ts';

/** Who answers what of `/system`, by the id of the row. */
export const systemHandlers: Readonly<Record<string, Handler>> = {
  'system/videogenres': videoGenres,
  'system/audiogenres': audioGenres,
  'system/languagecodes': languageCodes,
  'system/countrycodes': countryCodes,
  'system/persontypes': personTypes,
  'system/videocontenttypes': videoContentTypes,
  'system/imagecontenttypes': imageContentTypes,
  'system/videoplatformcategories': videoPlatformCategories,
  'system/socialplatformcategories': socialPlatformCategories,
  'system/streamingdevicecategories': streamingDeviceCategories,
  'system/ttsvoices': ttsVoices,
  'system/editableattributesfor': editableAttributesFor,
  'system/editablerestrictionsfor': editableRestrictionsFor,
  'system/currentincidents': currentIncidents,
};
