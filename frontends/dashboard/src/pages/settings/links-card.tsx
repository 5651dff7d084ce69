import { AUTO_DELETE_AFTER_DAYS } from '@linkway/contracts/rules';
import { api, body, type Domain, type Settings } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import { changedSince, Form, FormFailure, KitForm, useGuarded, useSubmit } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { useDomains } from '../../data/queries';
import { OnOffField } from '../../parts/on-off-field';
import styles from './settings-page.module.css';
import { SETTINGS, useSettings } from './use-settings';

interface Values {
  default_domain: string;
  auto_delete_links: boolean;
}
/** The main domain, whichever that is; a field knows no null. */
const MAIN = '';

const valuesOf = ({ default_domain, auto_delete_links }: Settings): Values => ({
  default_domain: default_domain ?? MAIN,
  auto_delete_links: auto_delete_links ?? false,
});

/** Where links are made, and how long they stay. */
export function LinksCard() {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  const domains = useDomains();
  const failed = settings.failure ?? domains.failure;
  const again = (): void => {
    for (const query of [settings, domains]) if (query.failure) query.refresh();
  };
  return (
    <Panel title={t('links.title')}>
      {settings.data && domains.data ? (
        <LinksForm settings={settings.data} domains={domains.data.data} />
      ) : failed ? (
        <ErrorCard
          error={failed}
          title={t('links.not_loaded')}
          retry={again}
          busy={settings.isFetching || domains.isFetching}
        />
      ) : (
        <Ghost height={220} />
      )}
    </Panel>
  );
}

function LinksForm({ settings, domains }: { settings: Settings; domains: readonly Domain[] }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [saved, setSaved] = useState(() => valuesOf(settings));
  const typed = Form.useWatch([], form) as Values | undefined;
  const changes = typed ? changedSince(saved, typed) : {};
  const isChanged = Object.keys(changes).length > 0;
  useGuarded(isChanged);
  const { busy, problem, submit } = useSubmit<Values, Partial<Values>, Settings>(form, {
    send: ({ default_domain, ...changed }) => {
      const domain = default_domain === undefined ? {} : { default_domain: default_domain || null };
      return body(api.PATCH('/api/me/settings', { body: { ...changed, ...domain } }));
    },
    done: (changed, sent) => {
      const now = valuesOf(changed);
      setSaved(now);
      // What was chosen on meanwhile stays.
      form.setFieldsValue({ ...now, ...changedSince({ ...saved, ...sent }, form.getFieldsValue(true) as Values) });
      client.setQueryData(SETTINGS, changed);
      // New links are made there from now on.
      void loadSession();
      toast(t('display.saved'));
    },
  });
  const free = domains.filter(({ is_free }) => is_free);
  const [main] = free;
  const chosen = typed?.default_domain ?? saved.default_domain;
  const isGone = chosen !== MAIN && !free.some(({ id }) => id === chosen);
  const options = [
    { value: MAIN, label: main ? t('links.domain_main', { domain: main.domain_name }) : t('links.domain_none') },
    ...free.map(({ id, domain_name }) => ({ value: id, label: domain_name })),
    ...(isGone ? [{ value: chosen, label: t('links.domain_gone') }] : []),
  ];
  const badge = (id: unknown) => (id === MAIN || id === main?.id ? t('links.main') : t('links.free'));
  return (
    <KitForm<Values> form={form} name="links" initialValues={saved} onFinish={() => void submit(changes)}>
      <Form.Item
        name="default_domain"
        label={t('links.domain')}
        extra={t('links.domain_help', { count: free.length })}
        required
      >
        <Select
          options={options}
          optionRender={({ label, value }) => (
            <span className={styles.domain}>
              <span className={styles.host}>{label}</span>
              {!(isGone && value === chosen) && value !== MAIN && <span className={styles.badge}>{badge(value)}</span>}
            </span>
          )}
        />
      </Form.Item>
      {(isGone || !main) && (
        <p className={styles.warning} role="status">
          {t(main ? 'links.domain_gone_help' : 'links.domain_none_help', { domain: main?.domain_name })}
        </p>
      )}
      <Form.Item
        name="auto_delete_links"
        extra={t('links.auto_delete_help', { count: AUTO_DELETE_AFTER_DAYS })}
        valuePropName="on"
        getValueFromEvent={() => !form.getFieldValue('auto_delete_links')}
      >
        <OnOffField name={t('links.auto_delete')} />
      </Form.Item>
      <FormFailure failure={problem && { error: problem, title: t('display.failed') }} />
      <Button type="primary" htmlType="submit" loading={busy} disabled={!isChanged}>
        {t('links.save')}
      </Button>
    </KitForm>
  );
}
