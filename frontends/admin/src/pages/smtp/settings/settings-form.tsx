import { api, body, type MailSettings, type UpdateMailSettings } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button } from '@linkway/kit/ui';
import { changedSince, draftStore, Form, FormFailure, fieldRule, KitForm, useSubmit } from '@linkway/kit/ui/form';
import { Checkbox, Input, Select } from '@linkway/kit/ui/input';
import { useEffect, useState } from 'react';
import { useSettingsSaved } from '../use-mail';
import styles from './settings.module.css';
import {
  hostFault,
  needsPassword,
  passwordFault,
  portFault,
  portFor,
  senderFault,
  sentOf,
  type Values,
  valuesOf,
} from './values';

interface Props {
  settings: MailSettings;
  /** Whether something is typed that is not saved. */
  onChanged: (changed: boolean) => void;
}

/** Where mails leave by. The saved password is never shown, and is typed anew for another server. */
export function SettingsForm({ settings, onChanged }: Props) {
  const { t } = useTranslation('smtp');
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => draftStore<Omit<Values, 'password'>>(`smtp_draft:${account}`));
  const [initial] = useState(() => ({ ...valuesOf(settings), ...draft.read() }));
  const [saved, setSaved] = useState(settings);
  const [form] = Form.useForm<Values>();
  const typed = (Form.useWatch([], form) as Values | undefined) ?? initial;
  const changed = Object.keys(changedSince(valuesOf(saved), typed)).length > 0;
  const asksPassword = needsPassword(saved, typed);
  const store = useSettingsSaved();
  useEffect(() => onChanged(changed), [changed, onChanged]);

  /** All but the password, which is kept nowhere. */
  const keep = (values: Values): void => {
    const { password: _, ...kept } = values;
    if (Object.keys(changedSince(valuesOf(saved), { ...kept, password: '' })).length === 0) draft.drop();
    else draft.keep(kept);
  };
  const { busy, problem, submit } = useSubmit<Values, UpdateMailSettings, MailSettings>(form, {
    send: (sent) => body(api.PUT('/api/admin/mail/settings', { body: sent })),
    done: (now) => {
      setSaved(now);
      form.setFieldsValue(valuesOf(now));
      draft.drop();
      store(now);
      toast(t('settings.saved'));
    },
  });
  const discard = (): void => {
    draft.drop();
    form.resetFields();
    form.setFieldsValue(valuesOf(saved));
  };

  return (
    <KitForm<Values>
      form={form}
      name="smtp"
      initialValues={initial}
      onValuesChange={(change: Partial<Values>, values: Values) => {
        if (change.secure) form.setFieldsValue({ port: portFor(change.secure, values.port) });
        keep(form.getFieldsValue(true) as Values);
      }}
      onFinish={(values) => void submit(sentOf(values))}
    >
      <Form.Item name="enabled" valuePropName="checked">
        <Checkbox>
          <span className={styles.label}>{t('settings.enabled')}</span>
          <br />
          <span className={styles.help}>{typed.enabled ? t('settings.enabled_on') : t('settings.enabled_off')}</span>
        </Checkbox>
      </Form.Item>
      <div className={styles.row}>
        <Form.Item
          name="host"
          label={t('settings.host')}
          required={typed.enabled}
          dependencies={['enabled']}
          rules={[fieldRule((host: string) => hostFault(host, form.getFieldValue('enabled')))]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} placeholder="smtp.example.com" />
        </Form.Item>
        <Form.Item name="port" label={t('settings.port')} required rules={[fieldRule(portFault)]}>
          <Input autoComplete="off" inputMode="numeric" />
        </Form.Item>
      </div>
      <Form.Item name="secure" label={t('settings.secure')} extra={t('settings.secure_help')} required>
        <Select
          options={[
            { value: 'starttls', label: t('settings.starttls') },
            { value: 'tls', label: t('settings.tls') },
          ]}
        />
      </Form.Item>
      <Form.Item name="username" label={t('settings.username')} extra={t('settings.username_help')}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('settings.password')}
        required={asksPassword}
        extra={
          asksPassword
            ? t('settings.password_again')
            : saved.password_set
              ? t('settings.password_kept')
              : t('settings.password_none')
        }
        dependencies={['host', 'port', 'secure', 'username']}
        rules={[
          {
            ...fieldRule((password: string) =>
              passwordFault(password, needsPassword(saved, form.getFieldsValue(true) as Values)),
            ),
            validateTrigger: 'onSubmit',
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="from_email"
        label={t('settings.from_email')}
        extra={t('settings.from_email_help')}
        required={typed.enabled}
        dependencies={['enabled']}
        rules={[fieldRule((email: string) => senderFault(email, form.getFieldValue('enabled')))]}
      >
        <Input type="email" inputMode="email" autoComplete="off" placeholder="hello@example.com" />
      </Form.Item>
      <Form.Item name="from_name" label={t('settings.from_name')}>
        <Input autoComplete="off" />
      </Form.Item>
      <FormFailure failure={problem && { error: problem, title: t('settings.not_saved') }} />
      <div className={styles.answers} data-main-action>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!changed}>
          {t('settings.save')}
        </Button>
        {changed && !busy && <Button onClick={discard}>{t('discard')}</Button>}
      </div>
    </KitForm>
  );
}
