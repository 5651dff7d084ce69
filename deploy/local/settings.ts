import { isAbsolute, join } from 'node:path';
import type { LogLimits } from './server-logs.ts';
import { UserError } from './user-error.ts';

export type Mode = 'single' | 'processes';

export interface Settings {
  readonly mode: Mode;
  /** Port of the web app, of the API and of the short links; 0 takes any free one. */
  readonly webPort: number;
  /** Port of the redirect service; further redirect processes take the ports after it. */
  readonly redirectPort: number;
  readonly redirects: number;
  /** Processes of every other service. */
  readonly copies: number;
  readonly dataDir: string;
  /** Names of this machine under which the app is served beside 127.0.0.1. */
  readonly appHosts: readonly string[];
  /** Whether webhooks may lead to this machine and its networks: for development and tests. */
  readonly webhooksToPrivate: boolean;
  /** Whether the pages that links lead to are read. */
  readonly destinationFetch: boolean;
  /** Whether those may be on this machine and its networks: for development and tests. */
  readonly destinationsToPrivate: boolean;
  /** Days after which links of guests stop working; null: never. */
  readonly guestLinkDays: number | null;
  /** Null: the default, or a generated one. */
  /** Remotes of the web app that something else serves: name=address of the manifest. */
  readonly remotes: readonly string[];
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  /** Size at which a log file is put aside, and how many of those are kept. */
  readonly logs: LogLimits;
}

const MAX_PROCESSES = 16;

/** What the command line and the environment ask for. Throws `UserError` that names what is wrong. */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv, root: string): Settings {
  let mode: Mode = 'single';
  let redirects: number | null = null;
  let copies = 1;
  for (const arg of args) {
    const [name, value] = arg.split('=', 2);
    if (name === '--processes' && value === undefined) {
      mode = 'processes';
    } else if (name === '--redirects') {
      redirects = wholeNumber('--redirects', value, 1, MAX_PROCESSES);
    } else if (name === '--copies') {
      copies = wholeNumber('--copies', value, 1, MAX_PROCESSES);
    } else {
      throw new UserError(`unknown option ${arg}; there are --processes, --redirects=N and --copies=N`);
    }
  }
  redirects ??= copies;
  if ((redirects > 1 || copies > 1) && mode === 'single') {
    throw new UserError('--redirects=N and --copies=N need --processes');
  }
  if (copies > 1 && !env.CLICKHOUSE_URL) {
    throw new UserError('--copies=N needs CLICKHOUSE_URL: one process at a time can open the embedded engine');
  }
  const folder = env.LINKWAY_DATA || '.data';
  return {
    mode,
    redirects,
    copies,
    webPort: port('LINKWAY_PORT', env.LINKWAY_PORT, 8080),
    redirectPort: port('LINKWAY_REDIRECT_PORT', env.LINKWAY_REDIRECT_PORT, 8081),
    dataDir: isAbsolute(folder) ? folder : join(root, folder),
    appHosts: hosts(env.LINKWAY_APP_HOSTS),
    webhooksToPrivate: env.LINKWAY_WEBHOOKS_TO_PRIVATE === 'true',
    destinationFetch: env.LINKWAY_DESTINATION_FETCH !== 'off',
    destinationsToPrivate: env.LINKWAY_DESTINATIONS_TO_PRIVATE === 'true',
    guestLinkDays: env.LINKWAY_GUEST_LINK_DAYS
      ? wholeNumber('LINKWAY_GUEST_LINK_DAYS', env.LINKWAY_GUEST_LINK_DAYS, 1, 9_999)
      : null,
    remotes: (env.LINKWAY_REMOTES ?? '').split(',').filter(Boolean),
    adminEmail: email(env.LINKWAY_ADMIN_EMAIL),
    adminPassword: password(env.LINKWAY_ADMIN_PASSWORD),
    // The same names as the services have for them.
    logs: {
      maxBytes: env.LOG_MAX_BYTES
        ? wholeNumber('LOG_MAX_BYTES', env.LOG_MAX_BYTES, 4_096, Number.MAX_SAFE_INTEGER)
        : 50 * 1024 ** 2,
      keep: env.LOG_KEEP ? wholeNumber('LOG_KEEP', env.LOG_KEEP, 1, 1_000) : 3,
    },
  };
}

function port(name: string, value: string | undefined, fallback: number): number {
  return value ? wholeNumber(name, value, 0, 65_535) : fallback;
}

function wholeNumber(name: string, value: string | undefined, min: number, max: number): number {
  const number = /^\d+$/.test(value ?? '') ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new UserError(`${name} must be a whole number from ${min} to ${max}`);
  }
  return number;
}

function hosts(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase());
  for (const name of names.filter(Boolean)) {
    if (!URL.canParse(`http://${name}`) || new URL(`http://${name}`).hostname !== name) {
      throw new UserError(`LINKWAY_APP_HOSTS takes names without scheme and port, and not ${name}`);
    }
  }
  return names.filter(Boolean);
}

function email(value: string | undefined): string | null {
  if (value && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) {
    throw new UserError('LINKWAY_ADMIN_EMAIL is not an e-mail address');
  }
  return value || null;
}

function password(value: string | undefined): string | null {
  if (value && value.length < 6) {
    throw new UserError('LINKWAY_ADMIN_PASSWORD must have at least 6 characters');
  }
  return value || null;
}
