import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Ghost, Panel, StaleNotice } from '@linkway/kit/ui';
import { useSecuritySettings } from '../use-security';
import { SettingsForm } from './settings-form';

const FORBIDDEN = 403;

export function Settings() {
  const { t } = useTranslation('security');
  const { data, failure, stale, isFetching, refresh } = useSecuritySettings();
  // Whoever may not see it is told so, and is not led to try again.
  const isForbidden = (failure as Partial<{ status: number }> | null)?.status === FORBIDDEN;
  return (
    <>
      <StaleNotice stale={stale} />
      <Panel title={t('settings.title')}>
        {data ? (
          <SettingsForm settings={data} />
        ) : failure ? (
          <ErrorCard
            error={failure}
            title={isForbidden ? t('no_permission') : t('settings.not_loaded')}
            retry={isForbidden ? undefined : refresh}
            busy={isFetching}
          />
        ) : (
          <Ghost height={640} />
        )}
      </Panel>
    </>
  );
}
