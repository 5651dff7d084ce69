import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ClickHouseSessions, type Statement } from './clickhouse-sessions.js';

/** Parameters of the HTTP interface itself: the engine knows none of them as a setting. */
const NOT_SETTINGS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'session_timeout',
  'session_check',
  'user',
  'password',
  'role',
  'quota_key',
  'compress',
  'decompress',
  'wait_end_of_query',
  'buffer_size',
  'send_progress_in_http_headers',
  'enable_http_compression',
  'http_zlib_compression_level',
  'http_response_buffer_size',
  'http_headers_progress_interval_ms',
  'http_send_progress_interval_ms',
]);

const STATUS: Record<string, number> = { '60': 404, '81': 404, '62': 400, '497': 403 };

/**
 * The HTTP interface of ClickHouse, as far as `@clickhouse/client` uses it: statements in the address or the body, data after an
 * INSERT, parameters, settings, gzip both ways, errors with their code. Nobody signs in: it is for tests, on loopback.
 */
export function clickHouseHttp(sessions: ClickHouseSessions): Server {
  return createServer((request, response) => {
    void answer(sessions, request, response).catch((error: unknown) => fail(response, error));
  });
}

async function answer(sessions: ClickHouseSessions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://clickhouse');
  const body = await bodyOf(request);
  if (url.pathname === '/ping') return void response.writeHead(200, { 'content-type': 'text/html' }).end('Ok.\n');
  if (url.pathname !== '/') return void response.writeHead(404).end('There is no handle\n');
  const statement = statementOf(url.searchParams, body);
  const bytes = statement.sql.trim() === '' ? new Uint8Array() : await sessions.run(statement);
  const zipped = url.searchParams.get('enable_http_compression') === '1' && accepts(request, 'gzip');
  response
    .writeHead(200, {
      'content-type': 'text/plain; charset=UTF-8',
      'x-clickhouse-query-id': url.searchParams.get('query_id') ?? randomUUID(),
      'x-clickhouse-format': statement.format,
      'x-clickhouse-summary': '{}',
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    })
    .end(zipped ? gzipSync(bytes) : bytes);
}

function statementOf(search: URLSearchParams, body: string): Statement {
  const settings = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (!NOT_SETTINGS.has(name)) settings.set(name, value);
  }
  const query = search.get('query');
  return {
    sql: query === null ? body : body === '' ? withoutData(query) : `${query}\n${body}`,
    format: search.get('default_format') ?? 'TabSeparated',
    database: search.get('database') ?? 'default',
    settings,
    parameters,
  };
}

/** An INSERT whose data is empty stores nothing; the engine would refuse it. */
const withoutData = (query: string): string => (/^\s*INSERT\b[\s\S]*\bFORMAT\s+\w+\s*$/i.test(query) ? '' : query);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');
}

const accepts = (request: IncomingMessage, encoding: string): boolean =>
  request.headers['accept-encoding']?.includes(encoding) ?? false;

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)\./.exec(message)?.[1] ?? '1002';
  if (response.headersSent) return void response.destroy();
  response
    .writeHead(STATUS[code] ?? 500, {
      'content-type': 'text/plain; charset=UTF-8',
      'x-clickhouse-exception-code': code,
    })
    .end(
      message.startsWith('Code:') ? `${message}\n` : `Code: ${code}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)\n`,
    );
}
