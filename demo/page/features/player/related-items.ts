import { mountRow } from '../media/media-row.ts';
import { films } from '../media/list-fields.ts';

/** Other films of the same director; nothing where there is no director. */
export function mountRelated(section, { usher, item, director }) {
  if (!director) return;
  section.hidden = false;
  section.querySelector('h2').textContent = `More by ${director}`;
  mountRow(section, {
    load: async (options) =>
      (await usher.allmedia()).byperson(
        { ...films, person: director, excludeItems: [item.general.ID], limit: 20 },
        options,
      ),
    empty: `Nothing else by ${director} is in the house.`,
  });
}
