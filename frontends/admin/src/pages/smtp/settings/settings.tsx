import { ErrorCard } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Ghost, Panel, StaleNotice, usePageParams } from '@linkway/kit/ui';
import { useState } from 'react';
import { useFailure } from '../use-failure';
import { useMailSettings } from '../use-mail';
import { Guide } from './guide';
import styles from './settings.module.css';
import { SettingsForm } from './settings-form';
import { TestMail } from './test-mail';

/** The server that mails leave by, a mail to try it, and how it is set up with the usual providers. */
export function Settings() {
  const { t } = useTranslation('smtp');
  usePageParams();
  const { data, failure, stale, isFetching, refresh } = useMailSettings();
  const failureOf = useFailure();
  const [changed, setChanged] = useState(false);
  return (
    <div className={styles.columns}>
      <div className={styles.cards}>
        <StaleNotice stale={stale} />
        <Panel title={t('settings.title')}>
          {data ? (
            <SettingsForm settings={data} onChanged={setChanged} />
          ) : failure ? (
            <ErrorCard {...failureOf(failure, t('settings.not_loaded'), refresh)} busy={isFetching} />
          ) : (
            <Ghost height={420} />
          )}
        </Panel>
        {data && <TestMail enabled={data.enabled} savedAt={data.updated_at} unsaved={changed} />}
      </div>
      <Guide />
    </div>
  );
}
