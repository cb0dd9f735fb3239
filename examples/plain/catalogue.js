import { createUsher } from './cdn/usher.js';
import { createCover } from './cover.js';

const usher = createUsher({ baseUrl: 'http://127.0.0.1:4174/v3.1/741' });
const [title, text, search, problem, covers, previous, next] = document.querySelectorAll('[id]');
const globalid = new URLSearchParams(location.search).get('film');
let stop = () => {};

function showPage(start) {
  stop();
  const query = search.value.trim();
  const $page = query
    ? usher.$query('allmedia/byquery', { query, start, limit: 12, skipReporting: true })
    : usher.$query('allmedia/latest', { start, limit: 12 });
  stop = $page.subscribe(({ data, error }) => {
    problem.textContent = error ? 'The list cannot be loaded.' : '';
    if (!data) return; // the previous page stays
    covers.replaceChildren(...data.items.map(createCover));
    previous.disabled = start === 0;
    next.disabled = start + 12 >= data.paging.resultcount;
  });
  previous.onclick = () => showPage(start - 12);
  next.onclick = () => showPage(start + 12);
}

async function showFilm() {
  const allmedia = await usher.allmedia();
  const film = await allmedia.byglobalid({ globalid, additionalFields: ['connectedmedia'] });
  const person = film?.connectedmedia?.persons?.[0]?.title;
  const others = { person, excludeItems: [film?.general.ID], limit: 6 };
  const related = person ? await allmedia.byperson(others) : { items: [] };
  title.textContent = film?.general.title ?? 'This film does not exist any more.';
  text.textContent = film?.general.description ?? '';
  covers.replaceChildren(...related.items.map(createCover));
}

search.oninput = () => showPage(0);
if (!globalid) showPage(0);
else showFilm().catch(() => (problem.textContent = 'This film cannot be loaded.'));
