import { connect, type NatsConnection } from '@nats-io/transport-node';

const WITHIN_MS = 2_000;

/**
 * Whether JetStream answers. A server whose disk was full may go on without it, or with streams that hang, until it is
 * started anew. Null where that cannot be told: the server is away, or the user may not ask.
 */
export async function answersJetStream(
  url: string,
  credentials: { readonly user: string; readonly password: string },
): Promise<boolean | null> {
  let connection: NatsConnection;
  try {
    const { user, password: pass } = credentials;
    connection = await connect({ servers: url, user, pass, reconnect: false, timeout: WITHIN_MS, name: 'supervisor' });
  } catch {
    return null;
  }
  try {
    await connection.request('$JS.API.INFO', '', { timeout: WITHIN_MS });
    return true;
  } catch (error) {
    return (error as Error).name === 'PermissionViolationError' ? null : false;
  } finally {
    // A server that hangs would not confirm an orderly end.
    void connection.close().catch(() => undefined);
  }
}
