import { api, asProblem, body, type CreateLink, type Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useSearchParams } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { Button, Panel } from '@linkway/kit/ui';
import { Form, FormPage, submissions, useSubmit } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isId } from '../../data/id';
import { useDomains, useLinksChanged, useMe } from '../../data/queries';
import { CampaignField } from '../../link-form/campaign-field';
import { CodeField, LimitFields, PasswordField, TextFields, UrlField } from '../../link-form/fields';
import { nameInRows } from '../../link-form/location-rows';
import { OptionFields } from '../../link-form/option-fields';
import { nameInRules } from '../../link-form/rule-rows';
import { checkDomain, rule } from '../../link-form/validation';
import { creation, emptyValues, type LinkValues, typedSince } from '../../link-form/values';
import styles from './create-page.module.css';
import { createDraft } from './draft';
import { Remaining } from './remaining';

interface Sent {
  values: LinkValues;
  draft: string | null;
}

interface Props {
  /** A link is asked for: what is told of an earlier one is no answer to that. */
  onSubmit: () => void;
  onCreated: (link: Link) => void;
}

/** Everything a link can have. What was typed outlives a failed save and a reload. */
export function CreateForm({ onSubmit, onCreated }: Props) {
  const { t } = useTranslation(['create', 'dashboard']);
  const [form] = Form.useForm<LinkValues>();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const wanted = session.state === 'signed-in' ? session.me.chosen?.default_domain : null;
  const [draft] = useState(() => createDraft(account));
  const [found] = useState(draft.read);
  const [passwordAwaited, setPasswordAwaited] = useState(found.had_password);
  const [keys] = useState(() => submissions(`create_submission:${account}`));
  const shown = useRef(false);
  const domains = useDomains();
  const me = useMe();
  const changed = useLinksChanged();
  const chosen = Form.useWatch('domain_id', form);
  const password = Form.useWatch('password', form);
  const host = domains.data?.data.find(({ id }) => id === chosen)?.domain_name ?? '';
  const preset = (domains.data?.data.find(({ id }) => id === wanted) ?? domains.data?.data[0])?.id;
  const used = me.data?.monthly_links_used ?? null;
  const limit = me.data?.monthly_links_limit ?? null;
  const full = used !== null && limit !== null && used >= limit;

  // The one of the settings, or else the main one, until another is chosen; also where a draft names one that is gone.
  useEffect(() => {
    const known = domains.data?.data.some(({ id }) => id === form.getFieldValue('domain_id'));
    if (preset && !known) form.setFieldValue('domain_id', preset);
  }, [domains.data, preset, form]);

  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const valuesNow = (): LinkValues => ({ ...emptyValues, ...form.getFieldsValue(true) });
  const begin = useEffectEvent((campaign: string): void => {
    form.setFieldValue('campaign_id', campaign.toLowerCase());
    draft.keep(valuesNow(), passwordAwaited);
  });
  // The page takes it out of the address then: what is chosen after that stays chosen, over a reload as well.
  const [params] = useSearchParams();
  const campaign = params.get('campaign') ?? '';
  useEffect(() => {
    if (isId(campaign)) begin(campaign);
  }, [campaign]);
  const goOnWithoutPassword = (): void => {
    setPasswordAwaited(false);
    // Leaving the field for the button began to judge it by what is no longer asked for.
    form.setFields([{ name: 'password', value: '', errors: [], validating: false }]);
    form.focusField('password');
    draft.keep(valuesNow(), false);
  };

  const send = (link: CreateLink): Promise<Link> => {
    const header = { 'Idempotency-Key': keys.keyFor(link) };
    return body(api.POST('/api/links', { params: { header }, body: link }));
  };
  const create = async (link: CreateLink): Promise<Link> => {
    try {
      return await send(link);
    } catch (error) {
      const failed = asProblem(error);
      if (failed.code !== 'request.idempotency_mismatch') throw failed;
      // The password that was typed again after a reload is another one, and so is the link.
      keys.answered(failed);
      return send(link);
    }
  };

  const { busy, problem, submit } = useSubmit<LinkValues, Sent, Link>(form, {
    send: ({ values }) => create(creation(values)),
    done: (created, sent) => {
      keys.answered();
      const next = typedSince(sent.values, valuesNow());
      // Also when this page was left meanwhile: a draft that another one has kept since is not of this link.
      if (draft.kept() === sent.draft) draft.drop();
      else if (shown.current) draft.keep(next, false);
      setPasswordAwaited(false);
      form.setFieldsValue(next);
      onCreated(created);
      void changed();
    },
    failed: (failed) => {
      keys.answered(failed);
      void changed();
    },
    nameOf: (field) => nameInRules(nameInRows(field, valuesNow().location_targeting), valuesNow().rules),
  });
  const finish = (): void => {
    const values = valuesNow();
    // With the domain that was chosen for the person: after a reload it is the same submission.
    draft.keep(values, passwordAwaited);
    onSubmit();
    void submit({ values, draft: draft.kept() });
  };

  return (
    <FormPage<LinkValues>
      form={form}
      name="create"
      initialValues={found.values}
      onValuesChange={() => draft.keep(valuesNow(), passwordAwaited)}
      onFinish={finish}
      submit={t('submit')}
      busy={busy}
      disabled={full}
      problem={problem && { error: problem, title: t('failed') }}
      note={<Remaining me={me.data} />}
    >
      <div className={styles.room}>
        <div className={styles.columns}>
          <Panel title={t('link')}>
            <UrlField />
            <Form.Item name="domain_id" label={t('form.domain')} required rules={[rule(checkDomain)]}>
              <Select
                loading={!domains.data && !domains.failure}
                placeholder={t('form.domain_choose')}
                options={domains.data?.data.map(({ id, domain_name }) => ({ value: id, label: domain_name }))}
              />
            </Form.Item>
            {domains.failure && (
              <p className={styles.note} role="alert">
                {t('domains_failed')}{' '}
                <Button type="link" size="small" loading={domains.isFetching} onClick={domains.refresh}>
                  {t('dashboard:retry')}
                </Button>
              </p>
            )}
            <CodeField host={host} help={t('form.code_help')} placeholder={t('form.code_random')} />
            <CampaignField />
            <TextFields />
          </Panel>
          <Panel title={t('options')}>
            <PasswordField
              label={t('form.password')}
              help={passwordAwaited && !password ? t('form.password_again_help') : t('form.password_help')}
              again={passwordAwaited}
              extra={
                passwordAwaited &&
                !password && <Button onClick={goOnWithoutPassword}>{t('form.password_without')}</Button>
              }
            />
            <LimitFields />
            <OptionFields of={found.values} onTyped={() => draft.keep(valuesNow(), passwordAwaited)} />
          </Panel>
        </div>
      </div>
    </FormPage>
  );
}
