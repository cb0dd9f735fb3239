import { tagDatasets } from '../../browser/tag-datasets.ts';
import type { SessionDriver } from '../../session/session.ts';
import { domainOf } from '../../session/settings.ts';
import { tagAttributeNames } from './tag-attribute-names.ts';

/**
 * Warns of unknown attributes of the domain's script tags. The code for it is loaded if there are
 * any.
 */
export function warnOfAttributes({ context }: SessionDriver): void {
  const { settings, loadChunk, emit } = context;
  const names = tagDatasets()
    .filter(({ baseUrl, domain }) => domainOf(baseUrl, domain) === settings.domain)
    .flatMap((dataset) => Object.keys(dataset))
    .filter((name) => !tagAttributeNames.includes(name));
  if (!names.length) return;
  loadChunk('debug', () => import('../debug/tag-attributes.ts')).then(
    ({ attributeWarnings }) => {
      for (const text of attributeWarnings(names)) emit('warning', text);
    },
    () => {}, // a warning is not worth a second try
  );
}
