import { NOTIFICATIONS_KEPT_DAYS } from '@linkway/contracts/rules';
import { api, body, type Settings } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import { changedSince, Form, FormFailure, KitForm, useGuarded, useSubmit } from '@linkway/kit/ui/form';
import { useState } from 'react';
import { OnOffField } from '../../../parts/on-off-field';
import styles from '../settings-page.module.css';
import { SETTINGS, useSettings } from '../use-settings';
import { PushBrowsers } from './push-browsers';
import { usePush } from './use-push';

interface Values {
  email_notifications: boolean;
  push_notifications: boolean;
}
const valuesOf = ({ email_notifications, push_notifications }: Settings): Values => ({
  email_notifications: email_notifications ?? true,
  push_notifications: push_notifications ?? false,
});

/** Where notifications go beside the web app. */
export function NotificationsCard() {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  return (
    <Panel title={t('notifications.title')}>
      <p className={styles.intro}>{t('notifications.text', { count: NOTIFICATIONS_KEPT_DAYS })}</p>
      {settings.data ? (
        <NotificationsForm settings={settings.data} />
      ) : settings.failure ? (
        <ErrorCard
          error={settings.failure}
          title={t('notifications.not_loaded')}
          retry={settings.refresh}
          busy={settings.isFetching}
        />
      ) : (
        <Ghost height={120} />
      )}
    </Panel>
  );
}

function NotificationsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const push = usePush();
  const [form] = Form.useForm<Values>();
  const [saved, setSaved] = useState(() => valuesOf(settings));
  const typed = Form.useWatch([], form) as Values | undefined;
  const changes = typed ? changedSince(saved, typed) : {};
  const isChanged = Object.keys(changes).length > 0;
  useGuarded(isChanged);
  const { busy, problem, submit } = useSubmit<Values, Partial<Values>, Settings>(form, {
    send: (changed) => body(api.PATCH('/api/me/settings', { body: changed })),
    done: (changed, sent) => {
      const now = valuesOf(changed);
      setSaved(now);
      // What was chosen on meanwhile stays.
      form.setFieldsValue({ ...now, ...changedSince({ ...saved, ...sent }, form.getFieldsValue(true) as Values) });
      client.setQueryData(SETTINGS, changed);
      toast(t('display.saved'));
    },
  });
  return (
    <KitForm<Values> form={form} name="notifications" initialValues={saved} onFinish={() => void submit(changes)}>
      <Form.Item
        name="email_notifications"
        extra={t('notifications.email_help')}
        valuePropName="on"
        getValueFromEvent={() => !form.getFieldValue('email_notifications')}
      >
        <OnOffField name={t('notifications.email')} />
      </Form.Item>
      <Form.Item
        name="push_notifications"
        extra={t('notifications.push_help')}
        valuePropName="on"
        getValueFromEvent={() => {
          const on = !form.getFieldValue('push_notifications');
          // What the browser asks it asks after the press. It is to be turned on for other browsers, too.
          if (on && push.browsers && !push.hasThis) void push.addThis();
          return on;
        }}
      >
        <OnOffField name={t('notifications.push')} />
      </Form.Item>
      {(typed?.push_notifications ?? saved.push_notifications) && (
        <div className={styles.browsers}>
          <PushBrowsers push={push} />
        </div>
      )}
      <FormFailure failure={problem && { error: problem, title: t('display.failed') }} />
      <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged}>
        {t('notifications.save')}
      </Button>
    </KitForm>
  );
}
