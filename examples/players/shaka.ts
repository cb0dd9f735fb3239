import shaka from 'shaka-player';
import { film, usher } from './film.ts';

const video = document.querySelector('video')!;
const player = new shaka.Player();
await player.attach(video);

export const gate = usher.gate(video, film, {
  load: async (sources) => {
    const playlist = sources.find(({ type }) => type === 'application/vnd.apple.mpegurl');
    if (playlist) await player.load(playlist.url);
  },
});
