import type { ServiceReadiness } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, Panel, StaleNotice } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import styles from './deployment-page.module.css';
import type { useDeployment } from './use-deployment';

type Look = ReturnType<typeof useDeployment>;

/** Each service with its stores, as it was a moment ago. */
export function Readiness({ look: { data, failure, stale, isFetching, refresh } }: { look: Look }) {
  const { t } = useTranslation('deployment');
  const { dateTime } = useFormats();
  return (
    <Panel
      title={t('readiness.title')}
      extra={
        <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => refresh()}>
          {t('readiness.again')}
        </Button>
      }
    >
      {data ? (
        <>
          <StaleNotice stale={stale} />
          <p className={styles.verdict} data-state={data.ready ? 'ready' : 'not_ready'} role="status">
            {t(data.ready ? 'readiness.ready' : 'readiness.not_ready')}
          </p>
          <p className={styles.note}>{t('readiness.text', { time: dateTime(data.checked_at) })}</p>
          <ul className={styles.services} aria-label={t('readiness.title')}>
            {data.services.map((service) => (
              <Service key={service.name} service={service} />
            ))}
          </ul>
        </>
      ) : failure ? (
        <ErrorCard error={failure} title={t('readiness.not_loaded')} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={360} />
      )}
    </Panel>
  );
}

function Service({ service: { name, state, checks } }: { service: ServiceReadiness }) {
  const { t } = useTranslation('deployment');
  const passed = checks.filter((check) => check.state === 'ok').map((check) => check.name);
  return (
    <li className={styles.service}>
      <p className={styles.name}>
        {name}{' '}
        <span className={styles.state} data-state={state}>
          {t(`state.${state}`)}
        </span>
      </p>
      {checks
        .filter((check) => check.state !== 'ok')
        .map((check) => (
          <p key={check.name} className={styles.fault} data-state={check.state}>
            {t(`check.${check.state as 'warning' | 'failed'}`, { name: check.name, message: check.message })}
          </p>
        ))}
      {passed.length > 0 && <p className={styles.note}>{t('check.ok', { names: passed.join(', ') })}</p>}
    </li>
  );
}
