import type { MediaItem, Usher } from 'usher-runtime';
import { getElement } from '../../ui/get-element.ts';
import { filmFields } from '../items/list-fields.ts';
import { connectedTo } from '../items/media-item.ts';
import { mountMediaRow } from '../items/media-row.ts';

/** Other films of the same director; nothing where there is no director. */
export function mountRelatedItems(section: HTMLElement, usher: Usher, item: MediaItem): void {
  const [director] = connectedTo(item, 'persons');
  if (!director) return;
  section.hidden = false;
  getElement('h2', section).textContent = `More by ${director.title}`;
  mountMediaRow(section, {
    load: async (options) =>
      (await usher.allmedia()).byperson(
        {
          ...filmFields,
          person: director.title,
          excludeItems: [item.general.ID],
          limit: 20,
        },
        options,
      ),
    empty: `Nothing else by ${director.title} is in the house.`,
  });
}
