import { film, usher } from './film.ts';

const video = document.querySelector('video')!;
export const gate = usher.gate(video, film);

// The browser's own play button works from the first source on.
const play = document.querySelector<HTMLButtonElement>('#play')!;
play.onclick = () => video.play().catch(() => {}); // refused while the gate holds, and remembered
gate.$status.subscribe((status) => {
  play.hidden = status === 'open';
});
