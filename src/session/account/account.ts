// The actions of a page for its viewer, in one chunk.
export { session } from '../../contract/session.ts';
export { login } from './login.ts';
export { completeErasure, moveTo } from './change-persistence.ts';
export { createReportToken } from './report-token.ts';
