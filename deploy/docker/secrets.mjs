// Makes the secrets of a Compose installation once, and hands each container those that are its own:
// secrets.mjs STORE OUT PERMISSIONS. Everything is made in STORE, which no service sees; OUT has a folder, a volume of its own, for each.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const [store = '/secrets', out = '/out', permissionsFile = '/nats-permissions.json'] = process.argv.slice(2);
const permissions = JSON.parse(readFileSync(permissionsFile, 'utf8'));
const databases = ['identity', 'domains', 'content', 'links', 'redirect'];
const random = () => randomBytes(24).toString('base64url');

/** The content of a file of the store, made where it is not there: a second start keeps everything. */
function kept(name, make = random) {
  const file = join(store, name);
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o400 });
  return readFileSync(file, 'utf8');
}

const databasePassword = (name) => kept(`${name}_database_password`);
const databaseUrl = (name) =>
  kept(`${name}_database_url`, () => {
    const user = `linkway_${name}`;
    return `postgres://${user}:${databasePassword(name)}@postgres:5432/${user}`;
  });
const natsPassword = (user) => kept(`nats_${user}_password`);

/** Every service signs in as itself and may do what the contracts say; the operator may do everything. */
function natsConfiguration() {
  const users = [
    { user: permissions.operator, password: natsPassword(permissions.operator) },
    ...Object.entries(permissions.services).map(([user, may]) => ({
      user,
      password: natsPassword(user),
      permissions: may,
    })),
  ];
  return `listen: 0.0.0.0:4222
http: 127.0.0.1:8222
max_payload: 8MB
jetstream { store_dir: /data, max_file_store: 64GB }
authorization {
  users: [
${users.map((user) => `    ${JSON.stringify(user)}`).join(',\n')}
  ]
}
`;
}

const own = {
  postgres: {
    postgres_password: kept('postgres_password'),
    ...Object.fromEntries(databases.map((name) => [`${name}_database_password`, databasePassword(name)])),
  },
  nats: { 'nats.conf': natsConfiguration() },
  clickhouse: { clickhouse_password: kept('clickhouse_password') },
  identity: {
    identity_database_url: databaseUrl('identity'),
    admin_password: kept('admin_password'),
    encryption_key: kept('encryption_key', () => randomBytes(32).toString('hex')),
  },
  domains: { domains_database_url: databaseUrl('domains') },
  content: { content_database_url: databaseUrl('content') },
  links: {
    links_database_url: databaseUrl('links'),
    guest_key_secret: kept('guest_key_secret'),
    encryption_key: kept('links_encryption_key', () => randomBytes(32).toString('hex')),
  },
  redirect: { redirect_database_url: databaseUrl('redirect') },
  analytics: { clickhouse_password: kept('clickhouse_password'), visitor_secret: kept('visitor_secret') },
  gateway: {
    cookie_secret: kept('cookie_secret', () => randomBytes(32).toString('hex')),
    session_signing_secret: kept('session_signing_secret', () => randomBytes(32).toString('hex')),
  },
  events: { nats_password: natsPassword(permissions.operator) },
};
for (const service of Object.keys(permissions.services)) {
  own[service] = { ...own[service], nats_password: natsPassword(service) };
}

/** Services run as the user `node` of this same image; the stores' images have users that nobody knows here, and a volume to themselves. */
const [, uid, gid] = /^node:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
for (const [container, files] of Object.entries(own)) {
  const folder = join(out, container);
  if (!existsSync(folder)) throw new Error(`${container} has no volume for its secrets: see docker-compose.yml`);
  for (const name of readdirSync(folder)) if (!(name in files)) rmSync(join(folder, name), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    writeFileSync(`${file}.new`, content, { mode: 0o400 });
    if (!(container in permissions.services) && container !== 'events') chmodSync(`${file}.new`, 0o444);
    else if (uid) chownSync(`${file}.new`, Number(uid), Number(gid));
    renameSync(`${file}.new`, file);
  }
}
