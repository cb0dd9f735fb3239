import { FilmForSale } from './film.tsx';

export default function FilmPage() {
  return (
    <>
      <h1>A film for sale</h1>
      <FilmForSale />
    </>
  );
}
