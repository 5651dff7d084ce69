import type { Link as LinkReply, LinkState, Quarantine, Route } from '@linkway/contracts';
import type { ReservedCode } from '../code/code.service.js';
import type { Domain } from '../domain/domain.entity.js';
import { locationOf } from './destination.js';
import type { Link, LinkQuarantine } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import { routedOf, shownOf, toldOf } from './link.values.js';

/** What the redirect needs of a link; destinations are in the form that a Location header takes. */
export function routeOf(
  link: Link,
  domain: Pick<Domain, 'domain_name'> | null,
  { host, code, version }: ReservedCode,
): Route {
  return {
    link_id: link.id,
    workspace_id: link.workspace_id,
    host,
    domain_name: domain?.domain_name ?? null,
    code,
    original_url: locationOf(link.original_url),
    password_hash: link.password_hash,
    ...routedOf(link),
    ...(link.quarantine && { is_quarantined: true }),
    version,
  };
}

/** What those need to know of a link who keep account of links: all but where and how the redirect answers it. */
export function stateOf(link: Link): LinkState {
  return {
    id: link.id,
    workspace_id: link.workspace_id,
    user_id: link.user_id,
    short_code: link.short_code,
    domain_id: link.selected_domain_id,
    has_password: link.password_hash !== null,
    ...toldOf(link),
    ...(link.quarantine && { is_quarantined: true }),
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  };
}

export const domainOf = (domain: Domain | null) => domain && { id: domain.id, domain_name: domain.domain_name };

/** With every field, also those that a former release leaves out. */
export type WholeReply = LinkReply & ReturnType<typeof shownOf> & { quarantine: Quarantine | null };

/** A link as its owner sees it; destinations are as they were typed. */
export function replyOf(link: OwnedLink, domain: Domain | null, shortUrl: string): WholeReply {
  return {
    id: link.id,
    short_code: link.short_code,
    short_url: shortUrl,
    original_url: link.original_url,
    domain: domainOf(domain),
    has_password: link.password_hash !== null,
    ...shownOf(link),
    quarantine: link.quarantine && quarantineOf(link.quarantine),
    workspace_id: link.workspace_id,
    user_id: link.user_id,
    created_at: link.created_at.toISOString(),
    updated_at: link.updated_at.toISOString(),
  };
}

/** A link as the guest who made it sees it. */
export const guestReplyOf = (link: Link, domain: Domain | null, shortUrl: string) => ({
  id: link.id,
  short_code: link.short_code,
  short_url: shortUrl,
  original_url: link.original_url,
  domain: domainOf(domain),
  created_at: link.created_at.toISOString(),
  expires_at: link.expires_at && link.expires_at.toISOString(),
});

/** As the link's owner sees it: not what of the block list it is for, which would tell how to get around it. */
export function quarantineOf({ reasons, ...quarantine }: LinkQuarantine): Quarantine {
  const seen = new Map(reasons.map(({ entry_id: _entry, ...reason }) => [JSON.stringify(reason), reason]));
  return { ...quarantine, reasons: [...seen.values()] };
}
