import { api, body, type MailSettings } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button } from '@linkway/kit/ui';
import {
  Confirm,
  draftStore,
  Form,
  FormFailure,
  fieldRule,
  KitForm,
  Restored,
  type TypedOver,
  useSubmit,
  useUnsaved,
} from '@linkway/kit/ui/form';
import { Checkbox, Input, Select } from '@linkway/kit/ui/input';
import { useDialogs } from '@linkway/kit/ui/table';
import { useEffect, useState } from 'react';
import { useTyped } from '../../../typed/use-typed';
import { useSettingsSaved } from '../use-mail';
import styles from './settings.module.css';
import {
  hostFault,
  needsPassword,
  passwordFault,
  passwordState,
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
  const [draft] = useState(() => draftStore<TypedOver<Values>>(`smtp_draft:${account}`));
  const [form] = Form.useForm<Values>();
  const held = useTyped(form, stateOf(settings), draft, 'password');
  const { typed, changed } = held;
  const password = passwordState(settings, typed);
  const store = useSettingsSaved();
  useEffect(() => onChanged(changed), [changed, onChanged]);
  const leaving = useDialogs<'leave', { id: string; go: () => void }>();
  useUnsaved(typed.password !== '', (go) => leaving.open('leave', { id: 'leave', go }));

  const { busy, problem, submit } = useSubmit<Values, Values, MailSettings>(form, {
    send: (values) => body(api.PUT('/api/admin/mail/settings', { body: sentOf(values) })),
    done: async (now, sent) => {
      held.taken(stateOf(now), sent);
      await store(now);
      toast(t('settings.saved'));
    },
  });
  /** The button that was pressed goes. */
  const discard = (): void => {
    held.reset();
    form.focusField('enabled');
  };

  return (
    <>
      <KitForm<Values>
        form={form}
        name="smtp"
        initialValues={held.initial}
        onValuesChange={(change: Partial<Values>, values: Values) => {
          if (change.secure) form.setFieldsValue({ port: portFor(change.secure, values.port) });
          held.keep();
        }}
        onFinish={(values) => void submit(values)}
      >
        {held.notice && <Restored overtaken={held.notice === 'overtaken'} onDiscard={discard} />}
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
        <Form.Item
          name="username"
          label={t('settings.username')}
          extra={t('settings.username_help')}
          rules={[
            {
              ...fieldRule((username: string) =>
                username.trim() === '' && form.getFieldValue('password') !== '' ? t('settings.username_missing') : null,
              ),
              validateTrigger: 'onSubmit',
            },
          ]}
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('settings.password')}
          required={password === 'again'}
          extra={t(`settings.password_${password}`)}
          dependencies={['host', 'port', 'secure', 'username']}
          rules={[
            {
              ...fieldRule((value: string) =>
                passwordFault(value, needsPassword(settings, form.getFieldsValue(true) as Values)),
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
      {leaving.of('leave').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('settings.leave_title')}
          text={t('settings.leave_text')}
          confirm={t('settings.leave')}
          danger
          act={async () => {}}
          onDone={dialog.of.go}
          onLateFailure={() => {}}
        />
      ))}
    </>
  );
}

const stateOf = (settings: MailSettings) => ({ values: valuesOf(settings), at: settings.updated_at });
