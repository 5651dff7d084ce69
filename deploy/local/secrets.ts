import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Settings } from './settings.ts';
import { UserError } from './user-error.ts';

const schema = z.object({
  admin_email: z.string(),
  /** Null: given by the environment at the first start, and not kept. */
  admin_password: z.string().nullable(),
  postgres_password: z.string(),
  nats_password: z.string(),
  cookie_secret: z.string(),
  visitor_secret: z.string(),
  /** Null in data folders from before it: their sessions are not signed yet. */
  session_signing_secret: z.string().nullable().default(null),
  /** Null in data folders from before it: there it follows from another, and so is the same at each start. */
  encryption_key: z.string().nullable().default(null),
  /** Shared by gateway and redirect alone, so data folders from before it get another at each start. */
  proxy_secret: z.string().default(() => generate(24)),
});

export type Secrets = z.output<typeof schema>;

/** The secrets of a data folder: made at its first start, and read from then on. */
export function loadSecrets(file: string, settings: Pick<Settings, 'adminEmail' | 'adminPassword'>): Secrets {
  if (existsSync(file)) {
    return read(file);
  }
  const secrets: Secrets = {
    admin_email: settings.adminEmail ?? 'admin@linkway.local',
    admin_password: settings.adminPassword ? null : generate(12),
    postgres_password: generate(24),
    nats_password: generate(24),
    cookie_secret: generate(32),
    session_signing_secret: generate(32),
    visitor_secret: generate(32),
    encryption_key: generate(32),
    proxy_secret: generate(24),
  };
  // Whole or not at all: half a file would lock the owner out of the database.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

function read(file: string): Secrets {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new UserError(`${file} is damaged: put back the copy from your backup, the databases need its passwords`);
  }
}

function generate(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
