import { ApiSession } from '@linkway/local/api-session';
import type { Harness } from '@linkway/local/harness';

/** What a newcomer does: sign up, make a link, follow it, look at the chart. */
export async function use(node: Harness): Promise<void> {
  const session = await ApiSession.register(node.web);
  const link = await session.createLink({ url: 'https://example.com/' });
  await fetch(link.short_url, { redirect: 'manual' });
  await node.until(
    async () => (await session.send<{ total: number }>('GET', `/api/links/${link.id}/analytics?kind=all`)).total === 1,
    10_000,
  );
}
