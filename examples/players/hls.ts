import Hls from 'hls.js';
import { film, usher } from './film.ts';

const video = document.querySelector('video')!;
const hls = new Hls();
hls.attachMedia(video);

export const gate = usher.gate(video, film, {
  load: (sources) => {
    const playlist = sources.find(({ type }) => type === 'application/vnd.apple.mpegurl');
    if (playlist && Hls.isSupported()) hls.loadSource(playlist.url);
    else video.src = sources[0]?.url ?? '';
  },
});
