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
export function useSettingsSaved(): (settings: MailSettings) => void {
  const client = useQueryClient();
  return (settings) => client.setQueryData(SETTINGS, settings);
}

export const useMailTemplates = () =>
  usePageQuery({
    queryKey: TEMPLATES,
    queryFn: ({ signal }) => body(api.GET('/api/admin/mail/templates', { signal })),
  });

export function useTemplateSaved(): (template: MailTemplate) => void {
  const client = useQueryClient();
  return (template) =>
    client.setQueryData<{ data: MailTemplate[] }>(
      TEMPLATES,
      (known) => known && { data: known.data.map((each) => (each.name === template.name ? template : each)) },
    );
}
