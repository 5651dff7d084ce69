import { useTranslation } from '@linkway/kit/i18n';
import styles from './usage.module.css';

/** What a program is answered with, beside that it went well. */
const statuses = ['400', '401', '403', '404', '409', '413', '415', '429', '500', '503', '504'] as const;
const SECONDS = 3600;

export function StatusCodes() {
  const { t } = useTranslation('api');
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          <code>200, 201, 204</code>
        </dt>
        <dd>{t('status.done')}</dd>
      </div>
      {statuses.map((status) => (
        <div key={status}>
          <dt>
            <code>{status}</code>
          </dt>
          <dd>{t(`status.${status}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function LimitHeaders({ requestsPerHour }: { requestsPerHour: number }) {
  const { t } = useTranslation('api');
  const headers = [
    {
      name: 'RateLimit-Policy',
      example: `"api-key";q=${requestsPerHour};w=${SECONDS}`,
      text: t('limit_header.policy'),
    },
    { name: 'RateLimit', example: `"api-key";r=${requestsPerHour - 1};t=${SECONDS}`, text: t('limit_header.left') },
    { name: 'Retry-After', example: '60', text: t('limit_header.retry') },
  ];
  return (
    <dl className={styles.facts}>
      {headers.map(({ name, example, text }) => (
        <div key={name}>
          <dt>
            <code>
              {name}: {example}
            </code>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
