import type { CreateLink } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Domain } from '../domain/domain.entity.js';
import { hostOf } from '../domain/domain-address.js';
import { Link } from './link.entity.js';

/** A link to be made: what was asked for, and for whom. */
export type Draft = Omit<CreateLink, 'password' | 'domain_id'> &
  Pick<Link, 'workspace_id' | 'user_id' | 'device_id' | 'password_hash'>;

/** A new link that has no code yet. */
export function newLink(draft: Draft, domain: Domain, now = new Date()): Link {
  const id = uuidv7();
  return Object.assign(new Link(), {
    tenant_id: draft.workspace_id ?? id,
    id,
    workspace_id: draft.workspace_id,
    user_id: draft.user_id,
    original_url: draft.url,
    host: hostOf(domain),
    short_code: '',
    selected_domain_id: domain.id,
    title: draft.title ?? '',
    description: draft.description ?? '',
    password_hash: draft.password_hash,
    expires_at: draft.expires_at === undefined ? null : new Date(draft.expires_at),
    max_clicks: draft.max_clicks ?? null,
    device_id: draft.device_id,
    device_targeting: draft.device_targeting ?? {},
    is_active: true,
    version: 1,
    created_at: now,
    updated_at: now,
  } satisfies Link);
}
