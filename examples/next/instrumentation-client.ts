import { usher } from './app/usher.ts';

// Next runs this before React takes over the page, so the session opens early.
void usher.start();
