import videojs from 'video.js';
import 'video.js/dist/video-js.css';
import { film, usher } from './film.ts';

const element = document.querySelector<HTMLVideoElement>('video.video-js')!;
const player = videojs(element);

export const gate = usher.gate(element, film, {
  load: ([first]) => {
    if (first) player.src({ src: first.url, type: first.type });
  },
});
