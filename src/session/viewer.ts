// What a page does for its viewer by itself, in one piece.
export { session } from '../contract/session.ts';
export { login } from './login.ts';
export { fetchDirectoryLoginUrl, fetchReportToken, fetchWeather } from './lookups.ts';
export { forget, setPersistence } from './persistence.ts';
