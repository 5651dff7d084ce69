/** Servers for a machine that has none: the single node and the tests run on them. */
export { type EmbeddedClickHouse, openClickHouse } from './clickhouse.js';
export { type ClickHouseServerOptions, startClickHouseServer } from './clickhouse-server.js';
export { type EmbeddedNats, type NatsOptions, startNats } from './nats.js';
export { findNatsServer, requireNatsServer } from './nats-binary.js';
export { freePort, isPortTaken } from './ports.js';
export {
  createDatabases,
  type EmbeddedPostgres,
  type PostgresOptions,
  postgresUser,
  startPostgres,
} from './postgres.js';
export { commandLine, isAlive, lastLines, type RunningServer, ServerProcess } from './server-process.js';
