import type { MailTemplate } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import type { Field } from './draft';
import styles from './templates.module.css';

interface Props {
  template: MailTemplate;
  /** That something is put into: the one that was typed in last. */
  field: Field;
  onInsert: (name: string) => void;
}

/** What a mail is filled in with; each is put where the cursor was. */
export function Variables({ template, field, onInsert }: Props) {
  const { t } = useTranslation('smtp');
  return (
    <section className={styles.variables} aria-labelledby="mail-variables">
      <h3 id="mail-variables" className={styles.label}>
        {t('variables.title')}
      </h3>
      <p className={styles.muted}>{t('variables.text', { field: t(`variables.field.${field}`) })}</p>
      <ul className={styles.list}>
        {template.variables.map(({ name, kind, example, required }) => {
          // Whoever sees the list of somebody's mails must not have the key to their account by it.
          const isNowhere = kind === 'link' && field === 'subject';
          return (
            <li key={name} className={styles.variable}>
              <button
                type="button"
                className={styles.insert}
                disabled={isNowhere}
                aria-label={t('variables.insert', { name: `{{${name}}}` })}
                // The cursor stays where it is.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onInsert(name)}
              >
                <code>{`{{${name}}}`}</code>
              </button>
              <span className={styles.muted}>
                {t(`variables.kind.${kind}`)}
                {required && ` · ${t('variables.required')}`} · <bdi className={styles.example}>{example}</bdi>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
