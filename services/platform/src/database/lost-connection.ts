import type { ClientBase } from 'pg';

/**
 * Keeps a connection that the server ends from ending the process: an `error` event that nobody listens to is thrown. The pool and
 * TypeORM listen, but not while a connection goes from one to the other, and the server's last words may come right then.
 * Whoever uses the connection hears of it by the statement that fails.
 */
export function outliveConnection(client: ClientBase): void {
  client.on('error', () => undefined);
}
