import type { MediaItem } from 'usher-runtime';

/** The covers of a list. Each is a link to the page of its film. */
export function Covers({ items = [] }: { items: readonly MediaItem[] | undefined }) {
  return (
    <div className="covers">
      {items.map(({ general, imagedata }) => (
        <a key={general.GID} href={`?film=${general.GID}`}>
          <img src={imagedata.thumb} alt="" width="160" height="90" />
          {general.title}
        </a>
      ))}
    </div>
  );
}
