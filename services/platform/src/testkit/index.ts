/** Real servers and helpers for integration tests. */
export { type EventuallyOptions, eventually } from './eventually.js';
export { type FormerRelease, formerReleaseProblems, readFormerRelease } from './former-release.js';
export { keepPostgres } from './kept-postgres.js';
export { leaveAtOnce } from './leave-at-once.js';
export { OpenIdProvider, type Person } from './openid-provider.js';
export { type SentStatement, sentStatements } from './sent-statements.js';
export { startService } from './start-service.js';
export { storedEvents } from './stored-events.js';
export { type TableRule, tableRules } from './table-rules.js';
export type { TestServer } from './test-server.js';
export { type ServersWanted, type TestServers, useServers } from './use-servers.js';
export { usedHeap } from './used-heap.js';
