/** Servers for a machine that has none: the single node and the tests run on them. */
export { LogFile, shiftAside } from '../log/log-file.js';
export { type EmbeddedClickHouse, openClickHouse } from './clickhouse.js';
export { type ClickHouseServerOptions, startClickHouseServer } from './clickhouse-server.js';
export { type EmbeddedNats, type NatsOptions, startNats } from './nats.js';
export { authorization, type NatsUser, natsPassword, natsUsers } from './nats-authorization.js';
export { adviceOnNats, checkNatsServer, findNatsServer, natsVersions, requireNatsServer } from './nats-binary.js';
export { NatsProbe } from './nats-probe.js';
export { freePort, isPortTaken } from './ports.js';
export {
  createDatabases,
  type EmbeddedPostgres,
  type PostgresOptions,
  postgresUser,
  startPostgres,
} from './postgres.js';
export { postgresAccount } from './postgres-account.js';
export { type DatabaseOwner, ownDatabases } from './postgres-roles.js';
export { commandLine, isAlive, lastLines, type RunningServer, ServerProcess } from './server-process.js';
