import { api, body, type SecuritySettings } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button } from '@linkway/kit/ui';
import { draftStore, Form, FormPage, fieldRule, Restored, type TypedOver, useSubmit } from '@linkway/kit/ui/form';
import { Checkbox, Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { useTyped } from '../../../typed/use-typed';
import { useSettingsSaved } from '../use-security';
import styles from './settings.module.css';
import { changesOf, type FLAGS, faults, type Values, valuesOf } from './values';

/** Who may do how much, and how people come in. */
export function SettingsForm({ settings }: { settings: SecuritySettings }) {
  const { t } = useTranslation('security');
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => draftStore<TypedOver<Values>>(`security_draft:${account}`));
  const [form] = Form.useForm<Values>();
  const held = useTyped(form, stateOf(settings), draft);
  const { typed, changed } = held;
  const store = useSettingsSaved();
  const { busy, problem, submit } = useSubmit<Values, Values, SecuritySettings>(form, {
    send: (values) => body(api.PATCH('/api/admin/security', { body: changesOf(valuesOf(settings), values) })),
    done: async (now, sent) => {
      held.taken(stateOf(now), sent);
      await store(now);
      toast(t('settings.saved'));
    },
  });
  /** The button that was pressed goes. */
  const discard = (): void => {
    held.reset();
    form.focusField('rate_limit_enabled');
  };
  const flag = (name: (typeof FLAGS)[number]) => (
    <Form.Item name={name} valuePropName="checked">
      <Checkbox>
        <span className={styles.label}>{t(`settings.${name}`)}</span>
        <br />
        <span className={styles.help}>{t(`settings.${name}_help`)}</span>
      </Checkbox>
    </Form.Item>
  );
  const number = (name: keyof typeof faults) => (
    <Form.Item
      name={name}
      label={t(`settings.${name}`)}
      extra={t(`settings.${name}_help`)}
      required
      rules={[fieldRule(faults[name])]}
    >
      <Input autoComplete="off" inputMode="numeric" className={styles.number} />
    </Form.Item>
  );

  return (
    <FormPage<Values>
      form={form}
      isPart
      name="security"
      initialValues={held.initial}
      onValuesChange={held.keep}
      onFinish={(values) => void submit({ ...held.initial, ...values })}
      submit={t('settings.save')}
      busy={busy}
      disabled={!changed}
      problem={problem && { error: problem, title: t('settings.not_saved') }}
      note={changed && !busy ? <Button onClick={discard}>{t('discard')}</Button> : undefined}
    >
      {held.notice && <Restored overtaken={held.notice === 'overtaken'} onDiscard={discard} />}
      {flag('rate_limit_enabled')}
      {number('requests_per_minute')}
      {number('min_password_length')}
      {number('session_timeout')}
      {flag('email_verification_required')}
      {flag('admin_two_factor_required')}
      {flag('ip_whitelist_enabled')}
      <Form.Item
        name="ip_whitelist"
        label={t('settings.ip_whitelist')}
        extra={t('settings.ip_whitelist_help')}
        required={typed.ip_whitelist_enabled}
      >
        <Input.TextArea
          rows={5}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={'203.0.113.0/24\n2001:db8::/32'}
        />
      </Form.Item>
      {flag('suspicious_activity_alerts')}
    </FormPage>
  );
}

const stateOf = (settings: SecuritySettings) => ({ values: valuesOf(settings), at: settings.updated_at });
