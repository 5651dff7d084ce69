import type { Actor, LinkAuthor } from '@linkway/contracts';
import { currentCall } from '@linkway/platform';
import type { Transaction } from '../transaction.js';

/** Who changes a link, as its history keeps it; null: Linkway by itself. */
export interface ChangedBy {
  kind: 'member' | 'api_key' | 'administrator';
  user_id: string | null;
  api_key_id?: string | undefined;
  /** It was planned by them, and is done at its time. */
  scheduled?: true;
  /** The version that is restored. */
  restored?: number;
}

/** Whoever asks for what is being done. */
export const author = (): ChangedBy | null => authorOf(currentCall().actor);

export function authorOf(actor: Actor | null): ChangedBy | null {
  if (actor?.kind !== 'session' && actor?.kind !== 'api_key') return null;
  const { kind, user_id = null, id, impersonator_id } = actor;
  if (kind === 'api_key') return { kind, user_id, api_key_id: id };
  return { kind: impersonator_id === undefined ? 'member' : 'administrator', user_id };
}

export const toldAuthor = (by: ChangedBy | null): LinkAuthor => ({
  kind: by?.kind ?? 'linkway',
  user_id: by?.user_id ?? null,
  api_key_id: by?.api_key_id ?? null,
});

/** As the part of a statement that changes a link, whose parameter it is (`settingOf`): what its trigger writes down. */
export const notedBy = (parameter: string): string => `set_config('linkway.changed_by', ${parameter}::text, true)`;
export const settingOf = (by: ChangedBy | null): string => (by === null ? '' : JSON.stringify(by));

/** For the changes of a transaction that come after it. */
export async function noteAuthor(manager: Transaction, by: ChangedBy | null): Promise<void> {
  await manager.query(`SELECT ${notedBy('$1')}`, [settingOf(by)]);
}
