import { api, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, languages, useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { loadSession, useSession } from '@linkway/kit/session';
import { type ThemeChoice, themeChoices, useTheme } from '@linkway/kit/theme';
import { Button, Panel, useAddedLanguages, useShownAdded } from '@linkway/kit/ui';
import { changedSince, Form, FormFailure, KitForm, useGuarded, useSubmit } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import { useEffect, useRef } from 'react';
import { ZoneField, zoneChosen, zoneTyped } from '../../parts/zone-field';
import { PROFILE } from '../profile/use-profile';

interface Values {
  display_mode: ThemeChoice;
  /** Built in, or one that was added. */
  language: string;
  timezone: string;
}

/** As it is now: language and display mode as this page has them, which are the account's once that has any. */
function useNow(): Values {
  const session = useSession();
  const { choice } = useTheme();
  const chosen = session.state === 'signed-in' ? session.me.chosen : undefined;
  const added = useShownAdded();
  return { display_mode: choice, language: added ?? currentLanguage(), timezone: zoneTyped(chosen?.timezone) };
}

/** Display mode, language and time zone of the account. */
export function DisplayCard() {
  const { t } = useTranslation(['settings', 'kit']);
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const now = useNow();
  const added = useAddedLanguages();
  const typed = Form.useWatch([], form) as Values | undefined;
  const changes = typed ? changedSince(now, typed) : {};
  const isChanged = Object.keys(changes).length > 0;
  useGuarded(isChanged);
  useFollowing(form, now);
  const { busy, problem, submit } = useSubmit<Values, Partial<Values>, unknown>(form, {
    send: ({ timezone, language, ...changed }) => {
      const builtIn = languages.find((one) => one === language);
      const chosen = language === undefined ? {} : builtIn ? { language: builtIn } : { added_language: language };
      const zone = timezone === undefined ? {} : { timezone: zoneChosen(timezone) };
      return body(api.PATCH('/api/me/settings', { body: { ...changed, ...chosen, ...zone } }));
    },
    done: async () => {
      // This page follows what the account says, as every other does.
      await loadSession();
      // Its zone is the same one.
      client.removeQueries({ queryKey: PROFILE });
      void client.invalidateQueries({ queryKey: ['me'] });
      toast(t('display.saved'));
    },
  });
  return (
    <Panel title={t('display.title')}>
      <KitForm<Values> form={form} name="display" initialValues={now} onFinish={() => void submit(changes)}>
        <Form.Item name="display_mode" label={t('display.mode')} required>
          <Select options={themeChoices.map((value) => ({ value, label: t(`kit:theme.${value}`) }))} />
        </Form.Item>
        <Form.Item name="language" label={t('kit:language.label')} extra={t('display.language_help')} required>
          <Select
            options={[
              ...languages.map((value) => ({ value, label: t(`kit:language.${value}`) })),
              ...added.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
        </Form.Item>
        <ZoneField saved={now.timezone} />
        <FormFailure failure={problem && { error: problem, title: t('display.failed') }} />
        <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged}>
          {t('display.save')}
        </Button>
      </KitForm>
    </Panel>
  );
}

/** What was changed elsewhere, as in the menu of the account, is in the form as well; what is chosen in it and not saved stays. */
function useFollowing(form: ReturnType<typeof Form.useForm<Values>>[0], now: Values): void {
  const { display_mode, language, timezone } = now;
  const before = useRef(now);
  useEffect(() => {
    const next = { display_mode, language, timezone };
    form.setFieldsValue({ ...next, ...changedSince(before.current, form.getFieldsValue(true) as Values) });
    before.current = next;
  }, [form, display_mode, language, timezone]);
}
