import { useTranslation } from '@linkway/kit/i18n';
import { PageHead, Segmented } from '@linkway/kit/ui';
import { Checklist } from './checklist';
import { Commands } from './commands';
import styles from './deployment-page.module.css';
import { Readiness } from './readiness';
import { SignInProviders } from './sign-in-providers';
import { Steps } from './steps';
import { useDeployment } from './use-deployment';
import { useWay, wayNames } from './use-way';

export default function DeploymentPage() {
  const { t } = useTranslation('deployment');
  const look = useDeployment();
  const { name, way, choose } = useWay();
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <div className={styles.cards}>
        <Readiness look={look} />
        <Checklist look={look} />
        <div className={styles.way}>
          <h2 id="way">{t('way.title')}</h2>
          <Segmented
            aria-labelledby="way"
            options={wayNames.map((each) => ({ value: each, label: t(`way.${each}`) }))}
            value={name}
            onChange={choose}
          />
        </div>
        <Steps deployment={look.data} way={way} />
        <SignInProviders deployment={look.data} name={name} way={way} />
        <Commands way={way} />
      </div>
    </>
  );
}
