export * from './accounts.js';
export * from './links.js';
export * from './zone-names.js';
