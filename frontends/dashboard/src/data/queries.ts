import { api, body } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

// Chromium still says the names that the time zone database gave up.
const RENAMED: Record<string, string> = {
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** The name of today of a time zone. */
export const zoneName = (name: string): string => RENAMED[name] ?? name;

/** The browser's, so that days begin when the person's do. */
export const timezone = (): string => zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const useMe = () => usePageQuery({ queryKey: ['me'], queryFn: () => body(api.GET('/api/me')) });

export const useDomains = () =>
  usePageQuery({ queryKey: ['domains'], queryFn: () => body(api.GET('/api/domains')), staleTime: 300_000 });

/** Called after a link was made, changed or deleted: everything that counts or lists links is asked for again. */
export function useLinksChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['links', 'link', 'overview', 'me'].map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}
