import { MAX_NAME_LENGTH, phoneOf } from '@linkway/contracts/rules';
import { api, body, type Profile } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import {
  changedSince,
  errorMessage,
  Form,
  FormFailure,
  fieldRule,
  KitForm,
  Restored,
  useFormDraft,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { ZoneField, zoneChosen, zoneTyped } from '../../parts/zone-field';
import styles from './profile-page.module.css';
import { PROFILE, useProfile } from './use-profile';

interface Values {
  full_name: string;
  phone: string;
  timezone: string;
}
// A service of the former release says only the zone of mails.
const valuesOf = ({ full_name, phone, timezone, chosen_timezone = timezone }: Profile): Values => ({
  full_name,
  phone: phone ?? '',
  timezone: zoneTyped(chosen_timezone),
});

function nameFault(name: string): string | null {
  if (name.trim() === '') return errorMessage('auth.full_name_required', currentLanguage());
  return name.trim().length > MAX_NAME_LENGTH ? errorMessage('request.field_too_long', currentLanguage()) : null;
}
const phoneFault = (phone: string): string | null =>
  phone.trim() === '' || phoneOf(phone) !== null ? null : errorMessage('profile.phone_invalid', currentLanguage());

/** What the account says of its owner. */
export function PersonalCard() {
  const { t } = useTranslation('profile');
  const { data, failure, isFetching, refresh } = useProfile();
  return (
    <Panel title={t('personal.title')}>
      {data ? (
        <PersonalForm profile={data} />
      ) : failure ? (
        <ErrorCard error={failure} title={t('personal.not_loaded')} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={220} />
      )}
    </Panel>
  );
}

function PersonalForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [saved, setSaved] = useState(() => valuesOf(profile));
  const draft = useFormDraft(form, 'profile', saved);
  const typed = Form.useWatch([], form) as Values | undefined;
  const changes = typed ? changedSince(saved, typed) : {};
  const { busy, problem, submit } = useSubmit<Values, Partial<Values>, Profile>(form, {
    send: ({ timezone, ...changed }) => {
      const zone = timezone === undefined ? {} : { timezone: zoneChosen(timezone) };
      return body(api.PATCH('/api/me/profile', { body: { ...changed, ...zone } }));
    },
    done: (changed, sent) => {
      const now = valuesOf(changed);
      setSaved(now);
      // What was typed on meanwhile stays.
      const kept = changedSince({ ...saved, ...sent }, form.getFieldsValue(true));
      form.setFieldsValue({ ...now, ...kept });
      draft.settled(now);
      client.setQueryData(PROFILE, changed);
      void client.invalidateQueries({ queryKey: ['me'] });
      // The name at the head of the page, and the zone of all dates.
      void loadSession();
      toast(t('personal.saved'));
    },
  });
  return (
    <KitForm<Values>
      form={form}
      name="personal"
      initialValues={draft.initial}
      onValuesChange={draft.keep}
      onFinish={() => void submit(changes)}
    >
      {draft.restored && <Restored {...draft.restored} />}
      <Form.Item
        name="full_name"
        label={t('personal.full_name')}
        required
        rules={[fieldRule(nameFault)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('personal.phone')}
        extra={t('personal.phone_help')}
        rules={[fieldRule(phoneFault)]}
        validateTrigger="onBlur"
      >
        <Input type="tel" inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <ZoneField saved={saved.timezone} />
      <FormFailure failure={problem && { error: problem, title: t('personal.failed') }} />
      <div className={styles.answers}>
        <Button type="primary" htmlType="submit" loading={busy} disabled={Object.keys(changes).length === 0}>
          {t('personal.save')}
        </Button>
      </div>
    </KitForm>
  );
}
