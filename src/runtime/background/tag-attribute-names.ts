import { init } from '../../contract/init.ts';

/** Attributes of a script tag that are no fields of init, by their names in `dataset`. */
const settings = ['baseUrl', 'domain', 'persistence', 'mode', 'debug'];

/** Fields of init that the runtime sets itself. */
const ownFields = ['nxp_devh', 'nxp_userh', 'currentSession'];

/** All attributes that a script tag may have, by their names in `dataset`. */
export const tagAttributeNames: readonly string[] = [
  ...settings,
  ...Object.keys({ ...init.query, ...init.body }).filter((name) => !ownFields.includes(name)),
];
