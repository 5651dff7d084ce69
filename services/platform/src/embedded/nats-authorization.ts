import { createHmac } from 'node:crypto';
import { declaredServices, NATS_OPERATOR, type NatsPermissions, natsPermissions } from '@linkway/contracts';

export interface NatsUser {
  readonly user: string;
  readonly password: string;
  /** Without them it may do everything. */
  readonly permissions?: NatsPermissions;
}

/** A user for every service, which may do what it declares, and one for operators. */
export const natsUsers = (passwordOf: (user: string) => string): NatsUser[] => [
  { user: NATS_OPERATOR, password: passwordOf(NATS_OPERATOR) },
  ...declaredServices.map((service) => ({
    user: service,
    password: passwordOf(service),
    permissions: natsPermissions(service),
  })),
];

/** The password of each user, from one secret that only those hold who set up the server. */
export const natsPassword = (secret: string, user: string): string =>
  createHmac('sha256', secret).update(`nats:${user}`).digest('base64url');

/** The lines of a server's configuration that let in these users alone; JSON is NATS's own way of writing, too. */
export function authorization(users: readonly NatsUser[] = [], anonymous?: string): string {
  if (users.length === 0) return '';
  const lines = users.map((user) => `    ${JSON.stringify(user)}`);
  const noAuth = anonymous === undefined ? '' : `no_auth_user: ${JSON.stringify(anonymous)}\n`;
  return `authorization {\n  users: [\n${lines.join(',\n')}\n  ]\n}\n${noAuth}`;
}
