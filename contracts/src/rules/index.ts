export * from './accounts.js';
export * from './links.js';
