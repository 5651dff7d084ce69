import { useTranslation } from '@linkway/kit/i18n';
import { Panel } from '@linkway/kit/ui';
import styles from './settings.module.css';

const STEPS = ['account', 'server', 'sender', 'test'] as const;
/** As the providers' own pages say it. */
const PROVIDERS = [
  { key: 'gmail', name: 'Gmail, Google Workspace', host: 'smtp.gmail.com', ports: '587, 465' },
  { key: 'microsoft', name: 'Microsoft 365', host: 'smtp.office365.com', ports: '587' },
  { key: 'ses', name: 'Amazon SES', host: 'email-smtp.eu-west-1.amazonaws.com', ports: '587, 465' },
  { key: 'sendgrid', name: 'SendGrid', host: 'smtp.sendgrid.net', ports: '587, 465' },
  { key: 'mailgun', name: 'Mailgun', host: 'smtp.mailgun.org', ports: '587, 465' },
  { key: 'brevo', name: 'Brevo', host: 'smtp-relay.brevo.com', ports: '587, 465' },
] as const;

/** How the settings are come by. */
export function Guide() {
  const { t } = useTranslation('smtp');
  return (
    <Panel title={t('guide.title')}>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(`guide.step.${step}`)}</li>
        ))}
      </ol>
      <h3 className={styles.heading}>{t('guide.providers')}</h3>
      <ul className={styles.providers}>
        {PROVIDERS.map(({ key, name, host, ports }) => (
          <li key={key}>
            <strong>{name}</strong>
            <br />
            <code>{host}</code> · {t('guide.ports', { ports })}
            <p className={styles.help}>{t(`guide.provider.${key}`)}</p>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t('guide.trouble')}</h3>
      <ul className={styles.steps}>
        <li>{t('guide.no_connection')}</li>
        <li>{t('guide.spam')}</li>
      </ul>
    </Panel>
  );
}
