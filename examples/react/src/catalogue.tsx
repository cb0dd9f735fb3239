import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { MediaItem } from 'usher-runtime';
import { UsherProvider, useQuery } from 'usher-runtime/react';
import { usher } from './usher.ts';

const limit = 12;

function Catalogue() {
  const [{ query, start }, setPage] = useState({ query: '', start: 0 });
  const [chosen, setChosen] = useState('');
  const latest = useQuery('allmedia/latest', { start: query ? 0 : start, limit });
  const search = { query, start, limit, skipReporting: true };
  const found = useQuery('allmedia/byquery', search, { enabled: !!query });
  const { data = latest.data, error, loading } = query ? found : latest;
  const hasNext = !!data && start + limit < data.paging.resultcount;
  return (
    <main>
      <input
        type="search"
        aria-label="Title, person, genre"
        onChange={({ target }) => setPage({ query: target.value.trim(), start: 0 })}
      />
      <p role="alert">{error?.message}</p>
      <Covers items={data?.items} isBusy={loading} onChoose={setChosen} />
      <button disabled={!start} onClick={() => setPage({ query, start: start - limit })}>
        Previous
      </button>
      <button disabled={!hasNext} onClick={() => setPage({ query, start: start + limit })}>
        Next
      </button>
      {chosen && <Details globalid={chosen} onChoose={setChosen} />}
    </main>
  );
}

interface CoversProps {
  items: readonly MediaItem[] | undefined;
  isBusy: boolean;
  onChoose: (globalid: string) => void;
}

function Covers({ items = [], isBusy, onChoose }: CoversProps) {
  return (
    <div className="covers" aria-busy={isBusy}>
      {items.map(({ general, imagedata }) => (
        <button key={general.GID} onClick={() => onChoose(general.GID)}>
          <img src={imagedata.thumb} alt="" width="160" height="90" />
          {general.title}
        </button>
      ))}
    </div>
  );
}

/** An item, and others by its first person. */
function Details({ globalid, onChoose }: Pick<CoversProps, 'onChoose'> & { globalid: string }) {
  const values = { globalid, additionalFields: ['connectedmedia'] };
  const { data: item, error, loading } = useQuery('allmedia/byglobalid', values);
  const person = item?.connectedmedia?.persons?.[0]?.title ?? '';
  const others = { person, excludeItems: item ? [item.general.ID] : [], limit: 6 };
  const related = useQuery('allmedia/byperson', others, { enabled: !!person });
  return (
    <article aria-busy={loading}>
      <h2>{item?.general.title ?? error?.message}</h2>
      <p>{item?.general.description}</p>
      <Covers items={related.data?.items} isBusy={related.loading} onChoose={onChoose} />
    </article>
  );
}

createRoot(document.getElementById('root')!).render(
  <UsherProvider usher={usher}>
    <Catalogue />
  </UsherProvider>,
);
