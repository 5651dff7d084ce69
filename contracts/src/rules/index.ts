export * from './accounts.js';
export * from './api-keys.js';
export * from './hosts.js';
export * from './links.js';
export * from './plans.js';
export * from './texts.js';
export * from './two-factor.js';
export * from './zone-names.js';
