import type { WorldPage } from '../page.ts';
import type { Player } from '../player.ts';
import type { World } from '../world.ts';

// Judge 3, of players: an element plays only what its viewer may watch, with a file of that viewer.

/** A film that an element plays. After `dispose()` elements stay as they are. */
export function noteFilm(world: World, page: WorldPage, url: string): void {
  if (url && !page.isDisposed) world.noteList(page, url);
}

/** Looks at all players. Runs after each moment in which something happened. */
export function lookAtPlayers({ players, facts }: World): void {
  for (const [page, player] of players) {
    if (page.isDisposed || page.pace.life() !== 'awake') continue;
    const words = wrongWith(page, player);
    if (words && facts.broken.length < 50) facts.broken.push(`3. ${page.name} ${words}`);
  }
}

function wrongWith({ usher }: WorldPage, { gate, element }: Player): string | undefined {
  const status = gate.$status.get();
  const { access } = usher.item({ item: 7, streamtype: 'video' }).$state.get();
  if (status === 'open' && access !== 'granted') return `opens a gate for what is ${access}`;
  if (status === 'held' && element.src) return 'has a file in an element that is held';
  return undefined;
}

/** At rest, a gate knows what its item knows, unless the page was told that its code is lost. */
export const judgeGatesAtRest = ({ players }: World): string[] =>
  [...players].flatMap(([{ name, usher, isDisposed, pace }, { gate, hasError }]) => {
    const { access } = usher.item({ item: 7, streamtype: 'video' }).$state.get();
    const status = gate.$status.get();
    if (isDisposed || pace.life() === 'gone' || (status === 'checking' && hasError())) return [];
    return (access === 'granted') === (status === 'open')
      ? []
      : [`12. in good times ${name} has a gate that is ${status} for what is ${access}`];
  });
