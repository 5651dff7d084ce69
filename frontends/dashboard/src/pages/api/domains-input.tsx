import { MOST_KEY_DOMAINS } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { useDomains } from '../../data/queries';

interface Props {
  /** Those of a key that there is, which may stay whatever has become of them. */
  former?: readonly string[];
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
}

/** Any of the domains that links can be made on; none stands for all. */
export function DomainsInput({ former = [], ...props }: Props) {
  const { t } = useTranslation('api');
  const domains = useDomains();
  const chosen = new Set([...former, ...(props.value ?? [])]);
  const known = domains.data?.data;
  const options = (known ?? [])
    .filter(({ id, is_free }) => is_free || chosen.has(id))
    .map(({ id, domain_name }) => ({ value: id, label: domain_name }));
  const gone = [...chosen].filter((id) => !known?.some((domain) => domain.id === id));
  return (
    <Select<string[]>
      {...props}
      mode="multiple"
      options={[...options, ...gone.map((id) => ({ value: id, label: known ? t('domain_gone') : '…' }))]}
      optionFilterProp="label"
      placeholder={t('all_domains')}
      maxCount={MOST_KEY_DOMAINS}
      loading={domains.isFetching && !domains.data}
      notFoundContent={t(domains.failure ? 'form.domains_not_loaded' : 'form.domains_none')}
    />
  );
}
