import { isDeepStrictEqual } from 'node:util';
import { type ExpectedLink, linkFieldNames, type UpdateLink } from '@linkway/contracts';
import { begun, chosenOf } from '../ab-test/ab-test.js';
import { requireAsExpected } from '../as-expected.js';
import type { Domain } from '../domain/domain.entity.js';
import { hostOf } from '../domain/domain-address.js';
import { Link } from './link.entity.js';
import type { OwnedLink } from './link.repository.js';
import { columnsOf, shownOf } from './link.values.js';

export interface Prepared {
  passwordHash: string | null;
  /** null: it stays where it is. */
  newDomain: Domain | null;
}

/** A link with changes applied: a field that is not there stays, null takes a value off, an empty code stays as well. */
export function changed(
  link: OwnedLink,
  changes: UpdateLink,
  { passwordHash, newDomain }: Prepared,
  now = new Date(),
): OwnedLink {
  const short_code = changes.custom_code || link.short_code;
  // By another code, or with another domain, it may go where it could not.
  const isFree = newDomain !== null || short_code !== link.short_code;
  const original_url = changes.url ?? link.original_url;
  return Object.assign(new Link(), link, {
    original_url,
    short_code,
    ...(newDomain === null ? {} : { selected_domain_id: newDomain.id, host: hostOf(newDomain) }),
    kept_from: isFree ? null : link.kept_from,
    ...(changes.password === undefined ? {} : { password_hash: passwordHash }),
    ...columnsOf(changes, link),
    ab_test: begun(
      { original_url, ab_test: changes.ab_test === undefined ? link.ab_test : changes.ab_test },
      link,
      now,
    ),
    version: link.version + 1,
    updated_at: now,
  });
}

/** What of the changes would change a link as it is; null: nothing. A password is none of them. */
export function changesTo(link: OwnedLink, target: Omit<UpdateLink, 'password'>): UpdateLink | null {
  const next = shownOf(columnsOf(target, link));
  const before = shownOf(link);
  const has: Record<string, boolean> = {
    url: target.url === link.original_url,
    custom_code: (target.custom_code || link.short_code) === link.short_code,
    domain_id: target.domain_id === link.selected_domain_id,
    ...Object.fromEntries(linkFieldNames.map((name) => [name, isDeepStrictEqual(next[name], before[name])])),
    // Since when it goes on is added by the service.
    ab_test: isDeepStrictEqual(next.ab_test && chosenOf(next.ab_test), before.ab_test && chosenOf(before.ab_test)),
  };
  const changes = Object.entries(target).filter(([name, value]) => value !== undefined && has[name] === false);
  return changes.length === 0 ? null : Object.fromEntries(changes);
}

/** Throws `request.changed_meanwhile` where it is not as whoever makes these changes had read it. */
export function requireExpected(link: OwnedLink, expected: ExpectedLink, changes: UpdateLink): void {
  const { original_url: url, short_code: custom_code, selected_domain_id: domain_id } = link;
  const now = { url, custom_code, domain_id, ...shownOf(link) };
  const chosen = ({ ab_test, ...fields }: ExpectedLink) => ({ ...fields, ab_test: ab_test && chosenOf(ab_test) });
  requireAsExpected(chosen(now), chosen(expected), (name) => {
    const wanted = changes[name as keyof UpdateLink];
    return wanted !== undefined && changesTo(link, { [name]: wanted }) === null;
  });
}
