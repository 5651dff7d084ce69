import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@linkway/contracts';

const SECRET_BYTES = 32;

export const newSecret = (): string => `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export interface Signed {
  id: string;
  /** In seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers of the Standard Webhooks convention, signed with each of the secrets. */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { ...messageHeaders({ id, timestamp }), 'webhook-signature': signatures.join(' ') };
}

/** All but the signature. */
export const messageHeaders = ({ id, timestamp }: Pick<Signed, 'id' | 'timestamp'>): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Linkway-Webhooks/1.0',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
});
