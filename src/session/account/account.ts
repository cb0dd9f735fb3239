// What a page does for its viewer by itself, in one piece.
export { session } from '../../contract/session.ts';
export { login } from './login.ts';
export { fetchDirectoryLoginUrl, fetchWeather } from './lookups.ts';
export { completeErasure, moveTo } from './change-persistence.ts';
export { createReportToken } from './report-token.ts';
