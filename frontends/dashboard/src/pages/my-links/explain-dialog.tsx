import { OTHER_COUNTRIES, type RuleBrowser } from '@linkway/contracts/rules';
import { api, asProblem, body, type Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
import { Button, readableAddress } from '@linkway/kit/ui';
import { isTime, MomentInput } from '@linkway/kit/ui/date';
import { Modal } from '@linkway/kit/ui/dialog';
import { type Dialog, Form, KitForm } from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { useMemo, useState } from 'react';
import { shortAddress } from '../../data/short-address';
import { countryOptions, isFoundBy } from '../../link-form/country-options';
import { readNumber } from '../../link-form/typed-number';
import { checkTime, rule } from '../../link-form/validation';
import { OnOffField } from '../../parts/on-off-field';
import styles from './explain-dialog.module.css';

/** What the API is told of each kind of device. */
const DEVICES = {
  desktop: { device: 'desktop' },
  mobile: { device: 'mobile' },
  tablet: { device: 'tablet' },
  ios: { device: 'mobile', system: 'ios' },
  android: { device: 'mobile', system: 'android' },
} as const;
/** Of links alone whose rules ask for the system. */
const COMPUTERS = {
  windows: { device: 'desktop', system: 'windows' },
  macos: { device: 'desktop', system: 'macos' },
  linux: { device: 'desktop', system: 'linux' },
  chromeos: { device: 'desktop', system: 'chromeos' },
} as const;
type Device = keyof typeof DEVICES;
type Computer = keyof typeof COMPUTERS;
const BROWSERS = ['chrome', 'firefox', 'safari', 'edge'] as const satisfies RuleBrowser[];
const computerNames = Object.keys(COMPUTERS) as Computer[];
const deviceNames = Object.keys(DEVICES) as Device[];

interface Visit {
  device: Device | Computer;
  /** null: another one. */
  browser: RuleBrowser | null;
  /** Of the visitor; null: it is not known. */
  country: string | null;
  /** ISO time, or what was typed and is none; null: now. */
  at: string | null;
  query: string;
  language: string;
  referrer: string;
  ip: string;
  city: string;
  /** As it is typed. */
  visit_number: string;
  /** Of the A/B test; null: it is not known. */
  variant: 'a' | 'b' | null;
  knows_password: boolean;
}

const FIRST: Visit = {
  device: 'desktop',
  browser: null,
  country: null,
  at: null,
  query: '',
  language: '',
  referrer: '',
  ip: '',
  city: '',
  visit_number: '',
  variant: null,
  knows_password: false,
};

const EXAMPLES = {
  language: 'vi-VN,vi;q=0.9',
  referrer: 'https://example.com/',
  ip: '203.0.113.7',
  city: 'Hanoi',
  visit_number: '1',
} as const;
type Told = keyof typeof EXAMPLES;

/** What the rules of a link ask for of a visit. */
const kindsIn = ({ rules = [] }: Link): Set<string> =>
  new Set(rules.flatMap(({ any_of }) => any_of.flatMap(({ all_of }) => all_of.map(({ kind }) => kind))));

/** Says what a visitor of the link meets, by the redirect's own decision; nothing of it is counted. */
export default function ExplainDialog({ dialog }: { dialog: Dialog<Link> }) {
  const { t, i18n } = useTranslation(['my-links', 'create', 'dashboard']);
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  const link = dialog.of;
  const kinds = useMemo(() => kindsIn(link), [link]);
  // Beyond what every link is asked about with.
  const asked = (Object.keys(EXAMPLES) as Told[]).filter((name) => kinds.has(name));
  const [form] = Form.useForm<Visit>();
  const [visit, setVisit] = useState(FIRST);
  const devices = [
    ...deviceNames.map((value) => ({ value, label: t(`my-links:explain.${value}`) })),
    ...(kinds.has('system') ? computerNames : []).map((value) => ({ value, label: t(`create:rules.value.${value}`) })),
  ];
  const browsers = BROWSERS.map((value) => ({ value, label: t(`create:rules.value.${value}`) }));
  return (
    <Modal
      open={dialog.open}
      zIndex={dialog.zIndex}
      width={520}
      title={t('my-links:explain.title_of', { address: shortAddress(link.short_url) })}
      footer={null}
      onCancel={dialog.end}
      afterClose={dialog.afterClose}
      destroyOnHidden
    >
      <p className={styles.text}>{t('my-links:explain.text')}</p>
      <KitForm<Visit>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={FIRST}
        onValuesChange={(_, now: Visit) => setVisit({ ...FIRST, ...now })}
      >
        <Form.Item name="device" required label={t('my-links:explain.device')}>
          <Select options={devices} />
        </Form.Item>
        {kinds.has('browser') && (
          <Form.Item name="browser" label={t('my-links:explain.browser')}>
            <Select allowClear placeholder={t('create:rules.value.other')} options={browsers} />
          </Form.Item>
        )}
        <Form.Item name="country" label={t('my-links:explain.country')}>
          <Select
            allowClear
            showSearch={{ filterOption: isFoundBy }}
            placeholder={t('my-links:explain.country_unknown')}
            options={countries}
          />
        </Form.Item>
        <Form.Item
          name="at"
          label={t('my-links:explain.at')}
          extra={t('my-links:explain.at_help')}
          rules={[rule(checkTime, { 'links.expires_invalid': t('create:form.expiry_unreadable') })]}
          validateTrigger="onSettled"
        >
          <MomentInput className={styles.wide} placeholder={t('create:form.expiry_format')} />
        </Form.Item>
        <Form.Item name="query" label={t('my-links:explain.query')}>
          <Input prefix="?" placeholder="ref=mail" autoComplete="off" spellCheck={false} maxLength={1_000} />
        </Form.Item>
        {asked.map((name) => (
          <Form.Item key={name} name={name} label={t(`my-links:explain.${name}`)}>
            <Input placeholder={EXAMPLES[name]} autoComplete="off" spellCheck={false} />
          </Form.Item>
        ))}
        {link.ab_test && (
          <Form.Item name="variant" label={t('my-links:explain.variant')}>
            <Select
              allowClear
              placeholder={t('my-links:explain.variant_unknown')}
              options={(['a', 'b'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
            />
          </Form.Item>
        )}
        {link.has_password && (
          <Form.Item
            name="knows_password"
            valuePropName="on"
            getValueFromEvent={() => !form.getFieldValue('knows_password')}
          >
            <OnOffField name={t('my-links:explain.password')} />
          </Form.Item>
        )}
      </KitForm>
      <Answer link={link} visit={visit} />
      <p className={styles.ahead}>
        {t('my-links:explain.ahead')}{' '}
        <a href={`${link.short_url}+`} target="_blank" rel="noreferrer">
          {shortAddress(link.short_url)}+
        </a>
      </p>
    </Modal>
  );
}

function Answer({ link, visit }: { link: Link; visit: Visit }) {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const { device, browser, country, at, query, knows_password, visit_number, variant, ...texts } = visit;
  const number = readNumber(visit_number);
  // As it is copied from an address bar.
  const asked = query.trim().replace(/^\?/, '');
  const { data, failure, isFetching, refresh } = usePageQuery({
    // The link as it is on the screen: what was changed since is asked for anew.
    queryKey: ['explanation', link.id, link.updated_at, visit],
    queryFn: ({ signal }) =>
      body(
        api.GET('/api/links/{id}/explain', {
          params: {
            path: { id: link.id },
            query: {
              ...{ ...DEVICES, ...COMPUTERS }[device],
              ...(browser && { browser }),
              ...(country && { country }),
              ...(variant && { variant }),
              ...(at !== null && isTime(at) && { at }),
              ...(asked && { query: asked }),
              ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
              ...(number !== null && number > 0 && { visit_number: number }),
              ...(knows_password && { password_given: 'true' as const }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const ruleText = (rule: string, name = ''): string =>
    rule.startsWith('rule:')
      ? t('my-links:explain.by_rule', { n: rule.slice(5), name: name && `: ${name}` })
      : t(`my-links:explain.rule.${ruleKey(rule)}`);
  if (failure)
    return (
      <p role="alert" className={styles.answer}>
        {asProblem(failure).detail}{' '}
        <Button type="link" size="small" loading={isFetching} onClick={refresh}>
          {t('dashboard:retry')}
        </Button>
      </p>
    );
  return (
    <div role="status" aria-busy={isFetching} className={styles.answer}>
      {data && <strong>{t(`my-links:explain.outcome.${data.outcome}`)}</strong>}
      {data?.rule === 'ab'
        ? data.variants?.map(({ variant: name, percent, destination }) => (
            <span key={name} className={styles.destination}>
              {t('my-links:explain.variant_part', { name: name.toUpperCase(), percent })}:{' '}
              {readableAddress(destination)}
            </span>
          ))
        : data?.destination && <span className={styles.destination}>{readableAddress(data.destination)}</span>}
      {data?.page && <span className={styles.rule}>{t(`my-links:explain.page.${data.page}`)}</span>}
      {data?.app_url && <span className={styles.destination}>{readableAddress(data.app_url)}</span>}
      {data?.rule && <span className={styles.rule}>{ruleText(data.rule, data.rule_name)}</span>}
    </div>
  );
}

/** A rule that this page does not know of yet is one of the link's. */
function ruleKey(
  rule: string,
): 'ab' | 'ab_a' | 'ab_b' | 'default' | 'fallback' | 'country' | 'other_countries' | Device | 'other' {
  if (rule === 'default' || rule === 'fallback') return rule;
  if (rule === 'ab') return rule;
  if (rule === 'ab:a' || rule === 'ab:b') return rule === 'ab:a' ? 'ab_a' : 'ab_b';
  if (rule === `country:${OTHER_COUNTRIES}`) return 'other_countries';
  if (rule.startsWith('country:')) return 'country';
  return deviceNames.find((name) => rule === `device:${name}`) ?? 'other';
}
