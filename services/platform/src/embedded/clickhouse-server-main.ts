import { mkdirSync } from 'node:fs';
import { createChdbConnection } from 'chdb/connection';
import { clickHouseHttp } from './clickhouse-http.js';
import { ClickHouseSessions } from './clickhouse-sessions.js';

// Started by clickhouse-server.ts: node clickhouse-server-main.js FOLDER PORT
const [folder = '', port = '0'] = process.argv.slice(2);
const SESSIONS = 8;

mkdirSync(folder, { recursive: true, mode: 0o700 });
const connect = () => createChdbConnection({ path: folder });
// The engine stays open while this one is: it must not be closed and opened again between two statements.
const first = connect();
const answer = await first.ping({ select: true });
if (!answer.success) throw answer.error;
const server = clickHouseHttp(new ClickHouseSessions(() => connect().chdb, SESSIONS));
server.keepAliveTimeout = 10_000;
server.listen(Number(port), '127.0.0.1');

process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  // A client may keep its connection for as long as it likes.
  setTimeout(() => process.exit(0), 3_000).unref();
});
