import { MOST_KEY_DOMAINS } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { useDomains } from '../../data/queries';

interface Props {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
}

/** Any of the domains that links can be made on; none stands for all. */
export function DomainsInput(props: Props) {
  const { t } = useTranslation('api');
  const domains = useDomains();
  const options = (domains.data?.data ?? [])
    .filter(({ is_free }) => is_free)
    .map(({ id, domain_name }) => ({ value: id, label: domain_name }));
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      options={options}
      optionFilterProp="label"
      placeholder={t('all_domains')}
      maxCount={MOST_KEY_DOMAINS}
      loading={domains.isFetching && !domains.data}
      notFoundContent={t(domains.failure ? 'form.domains_not_loaded' : 'form.domains_none')}
    />
  );
}
