import type { Deployment } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { CodeBlock, Panel } from '@linkway/kit/ui';
import styles from './deployment-page.module.css';
import type { Way, WayName } from './use-way';

/** What the provider has to be told, and what it tells. */
export function SignInProviders({
  deployment,
  name,
  way,
}: {
  deployment: Deployment | undefined;
  name: WayName;
  way: Way;
}) {
  const { t } = useTranslation('deployment');
  const google = deployment?.checklist.find(({ key }) => key === 'google')?.done;
  const base = deployment?.public_url ?? window.location.origin;
  return (
    <Panel title={t('google.title')}>
      {google !== undefined && (
        <p className={styles.verdict} data-state={google ? 'ready' : 'optional'}>
          {t(google ? 'google.on' : 'google.off')}
        </p>
      )}
      <p>{t('google.redirect')}</p>
      <CodeBlock name={t('google.redirect_name')} text={`${base.replace(/\/$/, '')}/api/auth/google/callback`} />
      <p>{t('google.origin')}</p>
      <CodeBlock name={t('google.origin_name')} text={new URL(base).origin} />
      <p>{t(name === 'helm' ? 'helm.google' : 'google.variables')}</p>
      <CodeBlock name={t('google.variables_name')} text={way.google} />
    </Panel>
  );
}
