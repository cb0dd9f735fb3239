// The entry of the chunk `account`: what a page does for its viewer. It has no code of its own.
export { session } from '../../contract/session.ts';
export { login } from './login.ts';
export { callLogout } from './call-logout.ts';
export { moveTo } from './change-persistence.ts';
export { endDurable } from './end-durable.ts';
export { completeErasure, noteFinished, readLostNote, readUnfinished } from './complete-erasure.ts';
export { sendLogin } from './send-login.ts';
export { createReportToken } from './report-token.ts';
