import { CAMPAIGN } from '@linkway/contracts/rules';
import { api, body } from '@linkway/kit/api';
import { useQuery, useQueryClient } from '@linkway/kit/query';
import type { CampaignValues } from '../campaign';

export type UtmTemplate = { id: string; name: string } & Required<CampaignValues>;
/** What a template is made or changed to. */
export type TemplateValues = Omit<UtmTemplate, 'id'>;

const KEY = ['utm-templates'];

/** The templates of the workspace, and what can be done with them. */
export function useUtmTemplates() {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => body(api.GET('/api/utm-templates')) });
  const renew = <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => void client.invalidateQueries({ queryKey: KEY }));
  return {
    templates: data?.data as UtmTemplate[] | undefined,
    error,
    save: (id: string | null, values: TemplateValues) =>
      renew(
        id === null
          ? body(api.POST('/api/utm-templates', { body: values }))
          : body(api.PATCH('/api/utm-templates/{id}', { params: { path: { id } }, body: values })),
      ),
    remove: (id: string) => renew(body(api.DELETE('/api/utm-templates/{id}', { params: { path: { id } } }))),
  };
}

export const emptyTemplate = (values: CampaignValues): TemplateValues => ({
  name: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  ...values,
});

/** On one line. */
export const valuesOf = (template: CampaignValues): string =>
  CAMPAIGN.flatMap((name) => template[name] || []).join(' · ');
