import 'media-chrome';
import { film, usher } from './film.ts';

const video = document.querySelector<HTMLVideoElement>('media-controller [slot="media"]')!;
export const gate = usher.gate(video, film);
