import { domainVersionsRpc, VERSIONS_LIMIT } from '@linkway/contracts';
import { type AppLogger, periodic, type RpcClient } from '@linkway/platform';
import { type HostBook, normalizeHost } from '../host/host-book.js';

const TRY_EVERY_MS = 5_000;

export interface DomainStates {
  /** Events may have been missed. */
  again(): void;
  stop(): Promise<void>;
}

/** Asks domains, until it answers, which of the hosts in the book are otherwise by now. */
export function askDomains(
  hosts: HostBook,
  rpc: Pick<RpcClient, 'call'>,
  logger: Pick<AppLogger, 'warn'>,
  tryEveryMs = TRY_EVERY_MS,
): DomainStates {
  let isKnown = false;
  const asking = periodic(
    tryEveryMs,
    async () => {
      if (isKnown) return;
      // News that is missed from here on is for the next round.
      isKnown = true;
      try {
        const known = hosts.all();
        for (let from = 0; from < known.length; from += VERSIONS_LIMIT) {
          await update(hosts, rpc, known.slice(from, from + VERSIONS_LIMIT));
        }
      } catch (error) {
        isKnown = false;
        throw error;
      }
    },
    { name: 'asking which hosts are switched on', logger },
  );
  const again = () => {
    isKnown = false;
    void asking.now();
  };
  again();
  return { again, stop: () => asking.stop() };
}

async function update(
  hosts: HostBook,
  rpc: Pick<RpcClient, 'call'>,
  known: readonly { domain_id: string; version: number }[],
): Promise<void> {
  const keys = known.map(({ domain_id, version }) => ({ key: [domain_id], version }));
  for (let at = 0; at < keys.length; ) {
    const { rows, checked } = await rpc.call(domainVersionsRpc, { keys: keys.slice(at), fields: [] });
    for (const { key, version, content } of rows) {
      // One that domains does not know may only be missing there.
      if (content === null || version === null) continue;
      const { domain_name, is_active, addresses = null } = content;
      hosts.apply({ domain_id: key[0] ?? '', host: normalizeHost(domain_name), is_active, version, addresses });
    }
    at += Math.max(1, checked);
  }
}
