import { zoneNames } from '@linkway/contracts/rules';
import { api, body } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';
import { sessionToldAt, useSession } from '@linkway/kit/session';
import { timeZone } from '@linkway/kit/ui';

/** The name of today of a time zone. */
export const zoneName = (name: string): string => zoneNames[name] ?? name;

export const browserZone = (): string => zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Of all periods and dates: the one that the account has chosen, else the browser's, so that days begin when the person's do. */
export const timezone = (): string => timeZone() ?? browserZone();

/** Begins with what the session was told. */
export function useMe() {
  const session = useSession();
  return usePageQuery({
    queryKey: ['me'],
    queryFn: () => body(api.GET('/api/me')),
    ...(session.state === 'signed-in' && { initialData: session.me, initialDataUpdatedAt: sessionToldAt }),
  });
}

export const useDomains = () =>
  usePageQuery({ queryKey: ['domains'], queryFn: () => body(api.GET('/api/domains')), staleTime: 300_000 });

/** Called after a link was made, changed or deleted: everything that counts or lists links is asked for again. */
export function useLinksChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['links', 'link', 'tags', 'campaigns', 'campaign', 'overview', 'me'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    );
  };
}
