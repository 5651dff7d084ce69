import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';
import { Checklist } from './checklist';
import { Commands } from './commands';
import styles from './deployment-page.module.css';
import { Readiness } from './readiness';
import { SignInProviders } from './sign-in-providers';
import { Steps } from './steps';
import { useDeployment } from './use-deployment';

export default function DeploymentPage() {
  const { t } = useTranslation('deployment');
  const look = useDeployment();
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <div className={styles.cards}>
        <Readiness look={look} />
        <Checklist look={look} />
        <Steps deployment={look.data} />
        <SignInProviders deployment={look.data} />
        <Commands />
      </div>
    </>
  );
}
