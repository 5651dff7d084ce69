import { z } from 'zod';
import {
  type AuditAction,
  type AuditDetailKey,
  type AuditTargetKind,
  auditActions,
  auditLevels,
} from '../rules/audit.js';

const MOST_CODE = 64;
const MOST_NAME = 320;
const MOST_DETAIL = 500;
/** Words, numbers and codes that tell more of an act: never a password, a token, a key or a code, and nobody's name or address. */
export const auditDetailsSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  z.union([z.string().max(MOST_DETAIL), z.number(), z.boolean(), z.null()]),
);
/** Of an act that is recorded: whoever reads entries takes any names. */
export type AuditDetails = Partial<Record<AuditDetailKey, z.output<typeof auditDetailsSchema>[string]>>;

/** Any words are taken for codes: a newer release may know more of them. */
const code = z
  .string()
  .max(MOST_CODE)
  .regex(/^[a-z][a-z0-9_.]*$/);

export const auditTargetSchema = z.object({
  kind: code,
  id: z.string().max(128),
  name: z.string().max(MOST_NAME).nullable().describe('As it was then; null: it has none.'),
});
export type AuditTarget = z.output<typeof auditTargetSchema>;

/** An act for the audit log. Its time is that of the event. */
export const auditRecordSchema = z.object({
  id: z.uuid().describe('Of the entry, a UUIDv7.'),
  action: code,
  module: code,
  level: z.enum(auditLevels),
  user_id: z.uuid().nullable().describe('Who did it; null: nobody who is known, or a service by itself.'),
  user_email: z
    .string()
    .max(MOST_NAME)
    .nullable()
    .describe('As it was then. null beside an id: the service knows no more of them, and the log asks who they are.'),
  user_name: z.string().max(MOST_NAME).nullable(),
  target: auditTargetSchema.nullable(),
  ip: z.string().max(64).nullable().describe('That it was done from; null: by a service.'),
  details: auditDetailsSchema,
});
export type AuditRecord = z.output<typeof auditRecordSchema>;

/** Who did something, as they were then. */
export interface AuditUser {
  readonly id: string;
  readonly email: string;
  readonly full_name: string;
}
/** Of somebody whom the service knows by the id alone, the log asks who they are. */
type AuditDoer = AuditUser | Pick<AuditUser, 'id'>;

export interface AuditAct {
  readonly id: string;
  readonly action: AuditAction;
  readonly user: AuditDoer | null;
  readonly ip: string | null;
  readonly target?: { kind: AuditTargetKind; id: string; name?: string | null } | null;
  readonly details?: AuditDetails;
}

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** The event of an act, with the module and level that the registry gives it. */
export function auditRecord({ id, action, user, ip, target, details = {} }: AuditAct): AuditRecord {
  const { module, level } = auditActions[action];
  return {
    id,
    action,
    module,
    level,
    user_id: user?.id ?? null,
    user_email: user && 'email' in user ? cut(user.email, MOST_NAME) : null,
    user_name: user && 'email' in user ? cut(user.full_name, MOST_NAME) : null,
    target: target ? { ...target, name: target.name == null ? null : cut(target.name, MOST_NAME) } : null,
    ip: ip === null ? null : ip.slice(0, 64),
    details: Object.fromEntries(
      Object.entries(details).map(([key, value]) => [key, typeof value === 'string' ? cut(value, MOST_DETAIL) : value]),
    ),
  };
}
