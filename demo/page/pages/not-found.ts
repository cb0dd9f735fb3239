import { mountHeader } from '../features/header/header.ts';
import { onUsher } from '../features/session/script-tag-runtime.ts';

onUsher((usher) => {
  mountHeader(usher);
});
