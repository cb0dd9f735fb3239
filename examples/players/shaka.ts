import shaka from 'shaka-player';
import { film, usher } from './film.ts';

const video = document.querySelector('video')!;
const player = new shaka.Player();
await player.attach(video);

export const gate = usher.gate(video, film, {
  load: async (sources) => {
    const manifest = sources.find(({ type }) => type === 'application/dash+xml');
    if (manifest) await player.load(manifest.url);
  },
});
