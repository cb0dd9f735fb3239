import { useState } from 'react';
import { useQuery } from 'usher-runtime/react';
import { Covers } from './covers.tsx';

export function Catalogue() {
  const [{ query, start }, setPage] = useState({ query: '', start: 0 });
  const id = query ? 'allmedia/byquery' : 'allmedia/latest';
  const page = { start, limit: 12 };
  const { data, error } = useQuery(id, query ? { ...page, query, skipReporting: true } : page);
  const isLast = !data || start + 12 >= data.paging.resultcount;
  const show = (query: string, start = 0) => setPage({ query, start });
  return (
    <main>
      <input type="search" aria-label="Search" onChange={(e) => show(e.target.value.trim())} />
      <p role="alert">{error && 'The list cannot be loaded.'}</p>
      <Covers items={data?.items} />
      <button disabled={start === 0} onClick={() => show(query, start - 12)}>
        Previous
      </button>
      <button disabled={isLast} onClick={() => show(query, start + 12)}>
        Next
      </button>
    </main>
  );
}

export function Film({ globalid }: { globalid: string }) {
  const values = { globalid, additionalFields: ['connectedmedia'] };
  const { data: film, error } = useQuery('allmedia/byglobalid', values);
  const person = film?.connectedmedia?.persons?.[0]?.title ?? '';
  const others = { person, excludeItems: film ? [film.general.ID] : [], limit: 6 };
  const related = useQuery('allmedia/byperson', others, { enabled: !!person });
  return (
    <article>
      <h1>{film?.general.title ?? (error && 'This film cannot be loaded.')}</h1>
      <p>{film?.general.description}</p>
      <Covers items={related.data?.items} />
    </article>
  );
}
