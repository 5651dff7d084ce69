// Makes the secrets of a Compose installation once, as files in a volume that only the containers see.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '/secrets';
const databases = ['identity', 'domains', 'links', 'redirect'];

/** Writes a file unless it is there: a second start keeps everything. Answers its content's source value. */
function once(name, make) {
  const file = join(folder, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o444 });
}
const random = () => randomBytes(24).toString('base64url');

once('postgres_password', random);
for (const database of databases) {
  const password = random();
  const file = join(folder, `${database}_database_url`);
  if (existsSync(file)) continue;
  once(`${database}_database_password`, () => password);
  once(
    `${database}_database_url`,
    () => `postgres://linkway_${database}:${password}@postgres:5432/linkway_${database}`,
  );
}
const nats = random();
if (!existsSync(join(folder, 'nats.conf'))) {
  once('nats_password', () => nats);
  once(
    'nats.conf',
    () =>
      `listen: 0.0.0.0:4222\nhttp: 0.0.0.0:8222\nmax_payload: 8MB\njetstream { store_dir: /data, max_file_store: 64GB }\nauthorization { user: linkway, password: "${nats}" }\n`,
  );
}
once('clickhouse_password', random);
once('admin_password', random);
once('visitor_secret', random);
once('cookie_secret', () => randomBytes(32).toString('hex'));
