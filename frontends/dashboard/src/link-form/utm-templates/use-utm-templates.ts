import { CAMPAIGN } from '@linkway/contracts/rules';
import { api, asProblem, body } from '@linkway/kit/api';
import { useQuery, useQueryClient } from '@linkway/kit/query';
import { submissions } from '@linkway/kit/ui/form';
import { useState } from 'react';
import type { CampaignValues } from '../campaign';

export type UtmTemplate = { id: string; name: string } & Required<CampaignValues>;
/** What a template is made or changed to. */
export type TemplateValues = Omit<UtmTemplate, 'id'>;

const KEY = ['utm-templates'];

/** The templates of the workspace, and what can be done with them. */
export function useUtmTemplates() {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: KEY, queryFn: () => body(api.GET('/api/utm-templates')) });
  const [keys] = useState(() => submissions('utm_template'));
  const create = async (values: TemplateValues) => {
    const header = { 'Idempotency-Key': keys.keyFor(values) };
    try {
      const made = await body(api.POST('/api/utm-templates', { params: { header }, body: values }));
      keys.answered();
      return made;
    } catch (error) {
      keys.answered(asProblem(error));
      throw error;
    }
  };
  const renew = <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => void client.invalidateQueries({ queryKey: KEY }));
  return {
    templates: data?.data as UtmTemplate[] | undefined,
    error,
    save: (id: string | null, values: TemplateValues) =>
      renew(
        id === null
          ? create(values)
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
