import type { AuditAct } from '@linkway/contracts';

/**
 * What an act with a mail was done to: whose mail it is, where an account gets it. With the account its address leaves the log; that of
 * nobody who is known leaves after a while.
 */
export const mailTarget = (mail: { id: string; recipient: string }, userId: string | null): AuditAct['target'] =>
  userId === null
    ? { kind: 'mail', id: mail.id, name: mail.recipient }
    : { kind: 'user', id: userId, name: mail.recipient };
