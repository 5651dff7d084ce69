// Loaded by jest before each test file of a recording (record.mjs): notes every statement that the service's own
// connections send, and in the end the columns that its tables have and the rules that they keep.
import { appendFileSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import pg from 'pg';

const { RECORD_STATEMENTS_TO: file, RECORD_STATEMENTS_OF: service } = process.env;
const note = (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
const send = pg.Client.prototype.query;
let database = null;

pg.Client.prototype.query = function (statement, ...rest) {
  const text = typeof statement === 'string' ? statement : statement?.text;
  // Connections of tests and of other services have other names.
  if (text && this.connectionParameters.application_name === service) {
    database = this.connectionParameters;
    if (!isOfTest()) note({ statement: text });
  }
  return send.call(this, statement, ...rest);
};

// A test may ask through the service's own connections; such a statement is no part of the release.
function isOfTest() {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const { stack } = new Error('where from');
  Error.stackTraceLimit = stackTraceLimit;
  return /\/services\/\w+\/test\//.test(stack) && !/\/services\/\w+\/src\//.test(stack);
}

// Runs before the test file's own, which stop the servers.
afterAll(async () => {
  if (database === null) return;
  const { host, port, user, password, database: name } = database;
  const client = new pg.Client({ host, port, user, password: password ?? undefined, database: name });
  await client.connect();
  const { rows } = await client.query(
    `SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS nullable
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'migrations'`,
  );
  const { tableRules } = await import('@linkway/platform/testkit');
  const rules = await tableRules(client);
  await client.end();
  for (const column of rows) note(column);
  for (const { table, rule } of rules) note({ table, rule });
});
