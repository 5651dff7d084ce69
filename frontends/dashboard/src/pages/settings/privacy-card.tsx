import { OWN_VISITS_PATH } from '@linkway/contracts/rules';
import { api, body, type Domain, type Settings } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import { Form, FormFailure, KitForm, useGuarded, useSubmit } from '@linkway/kit/ui/form';
import { useState } from 'react';
import { useDomains } from '../../data/queries';
import { OnOffField } from '../../parts/on-off-field';
import styles from './settings-page.module.css';
import { SETTINGS, useSettings } from './use-settings';

interface Values {
  privacy_mode: boolean;
}

/** Whether the owner's own visits count, and on which domains a browser has to be made known. */
export function PrivacyCard() {
  const { t } = useTranslation('settings');
  const { data, failure, refresh, isFetching } = useSettings();
  return (
    <Panel title={t('privacy.title')}>
      {data ? (
        <PrivacyForm settings={data} />
      ) : failure ? (
        <ErrorCard error={failure} title={t('privacy.not_loaded')} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={120} />
      )}
    </Panel>
  );
}

function PrivacyForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [saved, setSaved] = useState(settings.privacy_mode ?? false);
  const typed = (Form.useWatch('privacy_mode', form) as boolean | undefined) ?? saved;
  useGuarded(typed !== saved);
  const { busy, problem, submit } = useSubmit<Values, Values, Settings>(form, {
    send: (chosen) => body(api.PATCH('/api/me/settings', { body: chosen })),
    done: (changed) => {
      setSaved(changed.privacy_mode ?? false);
      client.setQueryData(SETTINGS, changed);
      toast(t('display.saved'));
    },
  });
  return (
    <KitForm<Values>
      form={form}
      name="privacy"
      initialValues={{ privacy_mode: saved }}
      onFinish={() => void submit({ privacy_mode: typed })}
    >
      <Form.Item
        name="privacy_mode"
        extra={t('privacy.mode_help')}
        valuePropName="on"
        getValueFromEvent={() => !form.getFieldValue('privacy_mode')}
      >
        <OnOffField name={t('privacy.mode')} />
      </Form.Item>
      {settings.own_visits_token && <OtherHosts token={settings.own_visits_token} />}
      <FormFailure failure={problem && { error: problem, title: t('display.failed') }} />
      <Button type="primary" htmlType="submit" loading={busy} disabled={typed === saved}>
        {t('privacy.save')}
      </Button>
    </KitForm>
  );
}

/** A cookie is of one host, whatever its port. */
const isElsewhere = ({ domain_name }: Domain): boolean =>
  new URL(`${location.protocol}//${domain_name}`).hostname !== location.hostname;

/** Domains that do not see who is signed in here. */
function OtherHosts({ token }: { token: string }) {
  const { t } = useTranslation('settings');
  const hosts = (useDomains().data?.data ?? []).filter(isElsewhere);
  if (hosts.length === 0) return null;
  return (
    <div className={styles.hosts}>
      <p>{t('privacy.hosts_help')}</p>
      <ul>
        {hosts.map(({ id, domain_name }) => (
          <li key={id}>
            <a
              href={`${location.protocol}//${domain_name}${OWN_VISITS_PATH}?token=${token}`}
              target="_blank"
              rel="noreferrer"
            >
              {t('privacy.recognise', { domain: domain_name })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
