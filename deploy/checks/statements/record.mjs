// `npm run record-release`, once for each release and on its commit: runs the integration tests of every service with a
// database, notes the statements that the service sends, the columns that its tables have and the rules that they keep,
// and writes them to services/NAME/test/former-release.json. The next release's tests plan those statements on the migrated
// schema, and look for rules that are new.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const say = (line) => process.stdout.write(`${line}\n`);

const services = process.argv.slice(2).length > 0 ? process.argv.slice(2) : withFixture();
const release = git('rev-parse', '--short', 'HEAD');
const folder = mkdtempSync(join(tmpdir(), 'linkway-record-'));
try {
  for (const service of services) {
    const notes = join(folder, service);
    const passed = runTests(service, notes);
    if (!passed) throw new Error(`the tests of ${service} did not pass: nothing is written`);
    write(service, notes);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function withFixture() {
  return readdirSync(join(root, 'services')).filter((name) => existsSync(fixtureOf(name)));
}

function fixtureOf(service) {
  return join(root, 'services', service, 'test', 'former-release.json');
}

function runTests(service, notes) {
  const setup = fileURLToPath(new URL('record.setup.mjs', import.meta.url));
  const jest = join(root, 'deploy', 'checks', 'jest.mjs');
  const args = [jest, '--runInBand', '--testPathPatterns', '/test/', '--setupFilesAfterEnv', setup];
  const env = { ...process.env, RECORD_STATEMENTS_TO: notes, RECORD_STATEMENTS_OF: service };
  return (
    spawnSync(process.execPath, args, { cwd: join(root, 'services', service), env, stdio: 'inherit' }).status === 0
  );
}

function write(service, notes) {
  const entries = readFileSync(notes, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const statements = new Set();
  const tables = {};
  const rules = {};
  for (const { statement, table, column, nullable, rule } of entries) {
    if (rule !== undefined) {
      rules[table] = [...new Set([...(rules[table] ?? []), rule])].sort();
    } else if (statement === undefined) {
      tables[table] ??= {};
      tables[table][column] = nullable ? 'nullable' : 'not null';
    } else if (isWork(statement)) {
      statements.add(statement.replaceAll(/\s+/g, ' ').trim());
    }
  }
  const content = { release, tables: sorted(tables), rules: sorted(rules), statements: [...statements].sort() };
  writeFileSync(fixtureOf(service), `${JSON.stringify(content, null, 2)}\n`);
  say(`${fixtureOf(service)}: ${statements.size} statements`);
}

// Reading and writing of the service's own tables: what migrations and the schema builder do is over when a release runs.
function isWork(statement) {
  return (
    /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(statement) &&
    !/information_schema|\bpg_(class|attribute|constraint|index|type|catalog)\b|"?migrations"?/i.test(statement)
  );
}

function sorted(object) {
  return Object.fromEntries(
    Object.entries(object)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, typeof value === 'object' && !Array.isArray(value) ? sorted(value) : value]),
  );
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}
