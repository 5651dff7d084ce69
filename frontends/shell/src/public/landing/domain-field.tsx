import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { FieldMessage } from '../../form/field-message';
import form from '../../form/form.module.css';
import styles from './shorten-form.module.css';
import type { Domains } from './use-domains';
import type { Shorten } from './use-shorten';

interface Props {
  id: string;
  shorten: Shorten;
  domains: Domains;
}

/** A choice where there is one; a single domain is just shown. */
export function DomainField({ id, shorten, domains }: Props) {
  const { t } = useTranslation(['public', 'kit']);
  const { chosen, change, messages } = shorten;
  const { list, problem, retry } = domains;
  if (problem) {
    return (
      <div role="alert">
        <p className={form.label}>{t('form.domain')}</p>
        <p className={form.error}>{problem}</p>
        <PlainButton size="small" onClick={retry}>
          {t('kit:retry')}
        </PlainButton>
      </div>
    );
  }
  if (list && list.length > 1) {
    return (
      <div>
        <label className={form.label} htmlFor={id}>
          {t('form.domain')}
        </label>
        <select
          id={id}
          name="domain_id"
          className={form.input}
          value={chosen?.id}
          aria-describedby={`${id}-help`}
          onChange={(event) => change({ domain_id: event.target.value })}
        >
          {list.map((domain) => (
            <option key={domain.id} value={domain.id}>
              {domain.domain_name}
            </option>
          ))}
        </select>
        <FieldMessage id={`${id}-help`} message={messages.domain_id} />
      </div>
    );
  }
  return (
    <div>
      <p className={form.label}>{t('form.domain')}</p>
      <p className={styles.single}>
        {chosen ? `${chosen.domain_name}/` : list ? t('form.no_domain') : t('kit:loading')}
      </p>
      <FieldMessage id={`${id}-help`} message={messages.domain_id} />
    </div>
  );
}
