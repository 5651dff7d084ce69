import { type MemberCaller, scopeOf } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';

/** Which links are there for a caller: those of its workspace, of whatever domain, or of some alone where it is an API key that is limited to them. */
export interface Reach {
  readonly workspaceId: string;
  /** null: all, and links that work on any host. */
  readonly domainIds: readonly string[] | null;
}

export const reachOf = (caller: MemberCaller): Reach => ({
  workspaceId: caller.workspace_id,
  domainIds: scopeOf(caller)?.domain_ids ?? null,
});

export const isWithin = ({ domainIds }: Reach, domainId: string | null): boolean =>
  domainIds === null || (domainId !== null && domainIds.includes(domainId.toLowerCase()));

/** Throws `auth.outside_key_scope` for a domain that the caller makes no links on. */
export function requireWithin(reach: Reach, domainId: string | null): void {
  if (!isWithin(reach, domainId)) throw fieldError('domain_id', 'auth.outside_key_scope');
}
