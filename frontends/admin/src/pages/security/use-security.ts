import { api, body, type SecuritySettings } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

const SETTINGS = ['security-settings'];

export const useSecuritySettings = () =>
  usePageQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => body(api.GET('/api/admin/security', { signal })),
  });

/** What a save has answered is what there is. */
export function useSettingsSaved(): (settings: SecuritySettings) => Promise<void> {
  const client = useQueryClient();
  return async (settings) => {
    // An answer that is on its way would bring the old state back.
    await client.cancelQueries({ queryKey: SETTINGS });
    client.setQueryData(SETTINGS, settings);
  };
}
