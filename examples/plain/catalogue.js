import { createUsher } from './cdn/usher.js';

const usher = createUsher({ baseUrl: 'http://127.0.0.1:4174/v3.1/741' });
const limit = 12;
const [words, problem, list, previous, next, details] = document.querySelectorAll(
  '#words, [role=alert], #list, #previous, #next, article',
);
let stop = () => {};
let chosen;

/** Shows a page of the list. The page before stays until this one is there. */
function showPage(start) {
  stop();
  const query = words.value.trim();
  const $page = query
    ? usher.$query('allmedia/byquery', { query, start, limit, skipReporting: true })
    : usher.$query('allmedia/latest', { start, limit });
  stop = $page.subscribe(({ data, error }) => {
    problem.textContent = error?.message ?? '';
    list.ariaBusy = String(!data && !error);
    if (!data) return;
    list.replaceChildren(...data.items.map(createCover));
    previous.disabled = start === 0;
    next.disabled = start + limit >= data.paging.resultcount;
  });
  previous.onclick = () => showPage(start - limit);
  next.onclick = () => showPage(start + limit);
}

function createCover({ general, imagedata }) {
  const cover = document.createElement('button');
  const image = new Image(imagedata.thumb_width, imagedata.thumb_height);
  Object.assign(image, { src: imagedata.thumb, alt: '' });
  cover.append(image, general.title);
  cover.onclick = () => showDetails(general.GID).catch(showProblem);
  return cover;
}

function showProblem({ message }) {
  problem.textContent = message;
}

/** Shows an item, and others by its first person. */
async function showDetails(globalid) {
  chosen = globalid;
  const allmedia = await usher.allmedia();
  const item = await allmedia.byglobalid({ globalid, additionalFields: ['connectedmedia'] });
  const [{ title: person } = {}] = item?.connectedmedia?.persons ?? [];
  const others = { person, excludeItems: [item?.general.ID], limit: 6 };
  const related = person ? await allmedia.byperson(others) : { items: [] };
  if (chosen !== globalid) return; // another one was chosen meanwhile
  const [title, text, covers] = details.children;
  title.textContent = item?.general.title ?? 'It is not there any more';
  text.textContent = item?.general.description ?? '';
  covers.replaceChildren(...related.items.map(createCover));
  details.hidden = false;
}

words.oninput = () => showPage(0);
showPage(0);
