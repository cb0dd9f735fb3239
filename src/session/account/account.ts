// The actions of a page for its viewer, in one chunk.
export { session } from '../../contract/session.ts';
export { login } from './login.ts';
export { callLogout } from './call-logout.ts';
export { moveTo } from './change-persistence.ts';
export { endDurable } from './end-durable.ts';
export { completeErasure, noteFinished, readLostNote, readUnfinished } from './complete-erasure.ts';
export { sendLogin } from './send-login.ts';
export { createReportToken } from './report-token.ts';
