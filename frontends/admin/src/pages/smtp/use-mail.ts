import { api, body, type MailSettings, type MailTemplate } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

const SETTINGS = ['mail-settings'];
const TEMPLATES = ['mail-templates'];

export const useMailSettings = () =>
  usePageQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => body(api.GET('/api/admin/mail/settings', { signal })),
  });

/** What a save has answered is what there is. */
export function useSettingsSaved(): (settings: MailSettings) => Promise<void> {
  const client = useQueryClient();
  return async (settings) => {
    // An answer that is on its way would bring the old state back.
    await client.cancelQueries({ queryKey: SETTINGS });
    client.setQueryData(SETTINGS, settings);
  };
}

export const useMailTemplates = () =>
  usePageQuery({
    queryKey: TEMPLATES,
    queryFn: ({ signal }) => body(api.GET('/api/admin/mail/templates', { signal })),
  });

export function useTemplateSaved(): (template: MailTemplate) => Promise<void> {
  const client = useQueryClient();
  return async (template) => {
    await client.cancelQueries({ queryKey: TEMPLATES });
    client.setQueryData<{ data: MailTemplate[] }>(
      TEMPLATES,
      (known) => known && { data: known.data.map((each) => (each.name === template.name ? template : each)) },
    );
  };
}
