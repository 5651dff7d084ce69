import type { CreateLink } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import { begun } from '../ab-test/ab-test.js';
import type { Domain } from '../domain/domain.entity.js';
import { hostOf } from '../domain/domain-address.js';
import { Link } from './link.entity.js';
import { columnsOf } from './link.values.js';

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
    kept_from: null,
    password_hash: draft.password_hash,
    device_id: draft.device_id,
    quarantine: null,
    ...columnsOf(draft, null),
    ab_test: begun({ original_url: draft.url, ab_test: draft.ab_test ?? null }, null, now),
    version: 1,
    created_at: now,
    updated_at: now,
  } satisfies Link);
}
