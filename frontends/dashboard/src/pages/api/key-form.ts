import { MAX_API_KEY_NAME_LENGTH } from '@linkway/contracts/rules';
import type { ApiKey, ChangeApiKey, CreateApiKey } from '@linkway/kit/api';
import { currentLanguage } from '@linkway/kit/i18n';
import { isTime } from '@linkway/kit/ui/date';
import { errorMessage } from '@linkway/kit/ui/form';

/** Every key reads; one that writes reads as well. */
export type Access = 'write' | 'read';

export interface KeyValues {
  key_name: string;
  permissions: Access;
  /** A time, or what was typed and is none; null: never. */
  expires_at: string | null;
  /** None: all. */
  domain_ids: string[];
}

export const emptyKey: KeyValues = { key_name: '', permissions: 'write', expires_at: null, domain_ids: [] };

export const creation = ({ key_name, permissions, expires_at, domain_ids }: KeyValues): CreateApiKey => ({
  key_name: key_name.trim(),
  permissions: permissions === 'write' ? ['read', 'write'] : ['read'],
  expires_at,
  ...(domain_ids.length > 0 && { domain_ids }),
});

export type EditValues = Pick<KeyValues, 'key_name' | 'domain_ids'>;

export const editValues = ({ key_name, domain_ids }: ApiKey): EditValues => ({
  key_name,
  domain_ids: domain_ids ?? [],
});

/** What was changed, and nothing else. */
export function changeOf(former: EditValues, { key_name, domain_ids }: EditValues): ChangeApiKey {
  const name = key_name.trim();
  const isSame =
    domain_ids.length === former.domain_ids.length && domain_ids.every((id) => former.domain_ids.includes(id));
  return {
    ...(name !== former.key_name && { key_name: name }),
    ...(!isSame && { domain_ids: domain_ids.length > 0 ? domain_ids : null }),
  };
}

export function nameFault(name = ''): string | null {
  if (name.trim() === '') return errorMessage('api_keys.name_required', currentLanguage());
  const isTooLong = name.trim().length > MAX_API_KEY_NAME_LENGTH;
  return isTooLong ? errorMessage('request.field_too_long', currentLanguage()) : null;
}

/** `unreadable`: what is said of a text that is no time. */
export function expiryFault(value: string | null, unreadable: string): string | null {
  if (!value) return null;
  if (!isTime(value)) return unreadable;
  return Date.parse(value) > Date.now() ? null : errorMessage('api_keys.expires_in_past', currentLanguage());
}
