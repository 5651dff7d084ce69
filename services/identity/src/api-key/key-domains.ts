import { type Domain, listActiveDomainsRpc } from '@linkway/contracts';
import { fieldError, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

/** What an entry of the audit log has room for. */
const MOST_TOLD = 500;

/** The domains that a key may be limited to: those that links can be made on, as the domains service tells. */
@Injectable()
export class KeyDomains {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Each once, in the order given; null for none, which is all. Those of `former` may stay, whatever has become of them. Throws
   * `api_keys.domain_unavailable`.
   */
  async chosen(given: readonly string[] | null, former: readonly string[] = []): Promise<string[] | null> {
    const ids = [...new Set((given ?? []).map((id) => id.toLowerCase()))];
    const added = ids.filter((id) => !former.includes(id));
    if (added.length > 0) {
      const usable = new Set((await this.active()).filter(({ is_free }) => is_free).map(({ id }) => id));
      if (!added.every((id) => usable.has(id))) throw fieldError('domain_ids', 'api_keys.domain_unavailable');
    }
    return ids.length > 0 ? ids : null;
  }

  /** For the audit log: their names, as many as there is room for; the id where there is no such domain any more. null: all. */
  async told(ids: readonly string[] | null): Promise<string | null> {
    if (ids === null) return null;
    const names = new Map((await this.active()).map(({ id, domain_name }) => [id, domain_name]));
    return namesWithin(
      ids.map((id) => names.get(id) ?? id),
      MOST_TOLD,
    );
  }

  private async active(): Promise<readonly Domain[]> {
    return (await this.rpc.call(listActiveDomainsRpc, {})).data;
  }
}

/** Names side by side in so many characters at most, and how many there are beyond these: `a.example b.example +3`. */
export function namesWithin(names: readonly string[], most: number): string {
  for (let shown = names.length; shown > 0; shown -= 1) {
    const left = names.length - shown;
    const text = [...names.slice(0, shown), ...(left > 0 ? [`+${left}`] : [])].join(' ');
    if (text.length <= most) return text;
  }
  return `+${names.length}`;
}
