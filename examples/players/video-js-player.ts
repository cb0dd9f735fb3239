import type { MediaElementLike } from 'usher-runtime';
import videojs from 'video.js';
import 'video.js/dist/video-js.css';
import { film, usher } from './film.ts';

const player = videojs(document.querySelector('.video-js')!);
const element: MediaElementLike = {
  get paused() {
    return player.paused();
  },
  get currentTime() {
    return player.currentTime() ?? 0;
  },
  play: async () => player.play(),
  pause: () => player.pause(),
  addEventListener: (type, listener) => player.on(type, listener),
  removeEventListener: (type, listener) => player.off(type, listener),
};

export const gate = usher.gate(element, film, {
  load: ([first]) => {
    if (first) player.src({ src: first.url, type: first.type });
  },
});
