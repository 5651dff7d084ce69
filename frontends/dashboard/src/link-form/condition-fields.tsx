import {
  conditionFault,
  conditionKinds,
  queryOperators,
  ruleBrowsers,
  ruleDevices,
  ruleSystems,
  zoneNames,
} from '@linkway/contracts/rules';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { MomentInput } from '@linkway/kit/ui/date';
import { errorMessage, Form, fieldRule } from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { type ReactNode, useMemo } from 'react';
import { countryOptions, isFoundBy } from './country-options';
import styles from './rule-fields.module.css';
import { type ConditionRow, conditionOf } from './rule-rows';
import { dayOptions, languageName } from './rule-words';

const LANGUAGES = ['vi', 'en', 'fr', 'de', 'es', 'pt', 'ja', 'ko', 'zh', 'th', 'id', 'ru'];
const zones = () => [...new Set(Intl.supportedValuesOf('timeZone').map((name) => zoneNames[name] ?? name))];

/** One of the two is enough. */
const ENDS: ReadonlySet<keyof ConditionRow> = new Set(['since', 'until', 'at_least', 'at_most']);

interface Props {
  /** Of its place within the list that it is in. */
  name: number;
  /** Of its place within the form. */
  path: (string | number)[];
  row: ConditionRow;
}

/** What one condition asks for. */
export function ConditionFields({ name, path, row }: Props) {
  const { t, i18n } = useTranslation('create');
  const form = Form.useFormInstance();
  const { kind } = row;
  const countries = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  const named = (values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`rules.value.${value}` as 'rules.value.mobile') }));
  // One rule for each field: what is wrong with the condition is said at the field that it is wrong with.
  const item = (field: keyof ConditionRow, label: string, input: ReactNode, api: string = field) => (
    <Form.Item
      name={[name, field]}
      label={label}
      required={!ENDS.has(field)}
      rules={[
        fieldRule(() => {
          const fault = conditionFault(conditionOf(form.getFieldValue(path) as ConditionRow));
          return fault?.field === api ? errorMessage(fault.code, currentLanguage()) : null;
        }),
      ]}
      validateTrigger="onBlur"
    >
      {input}
    </Form.Item>
  );
  const listed = (options: { value: string; label: string }[], mode: 'tags' | 'multiple') =>
    item(
      'values',
      t('rules.values'),
      <Select
        mode={mode}
        options={options}
        placeholder={t(`rules.example.${kind}` as 'rules.example.language')}
        tokenSeparators={[',', ' ', '\n']}
      />,
    );
  const zone = item(
    'time_zone',
    t('rules.time_zone'),
    <Select showSearch options={zones().map((value) => ({ value, label: value.replaceAll('_', ' ') }))} />,
  );

  const inputs: Record<string, () => ReactNode> = {
    language: () =>
      listed(
        LANGUAGES.map((value) => ({ value, label: languageName(value) })),
        'tags',
      ),
    country: () =>
      item(
        'values',
        t('rules.values'),
        <Select
          mode="multiple"
          showSearch={{ filterOption: isFoundBy }}
          placeholder={t('form.country_choose')}
          options={countries}
        />,
      ),
    city: () =>
      item(
        'values',
        t('rules.values'),
        <Select mode="tags" tokenSeparators={[',', '\n']} options={[]} placeholder={t('rules.example.city')} />,
      ),
    device: () => listed(named(ruleDevices), 'multiple'),
    system: () => listed(named(ruleSystems), 'multiple'),
    browser: () => listed(named(ruleBrowsers), 'multiple'),
    ip: () => listed([], 'tags'),
    weekday: () => (
      <>
        {listed(dayOptions(i18n.language), 'multiple')}
        {zone}
      </>
    ),
    time_of_day: () => (
      <>
        <div className={styles.pair}>
          {item('from', t('rules.from'), <Input placeholder="09:00" autoComplete="off" />)}
          {item('to', t('rules.to'), <Input placeholder="17:30" autoComplete="off" />)}
        </div>
        {zone}
      </>
    ),
    date: () => (
      <div className={styles.pair}>
        {item('since', t('rules.from'), <MomentInput placeholder={t('form.expiry_format')} />, 'from')}
        {item('until', t('rules.to'), <MomentInput placeholder={t('form.expiry_format')} />, 'to')}
      </div>
    ),
    query: () => (
      <>
        {item('name', t('rules.parameter'), <Input placeholder="ref" autoComplete="off" spellCheck={false} />)}
        <Form.Item name={[name, 'op']} required label={t('rules.operator')}>
          <Select
            options={queryOperators.map((value) => ({ value, label: t(`rules.op.${value}` as 'rules.op.is') }))}
          />
        </Form.Item>
        {(row.op === 'is' || row.op === 'contains') &&
          item('value', t('rules.value_of'), <Input autoComplete="off" spellCheck={false} />)}
      </>
    ),
    referrer: () => (
      <>
        <Form.Item name={[name, 'none']} required label={t('rules.comes')}>
          <Select
            options={[
              { value: false, label: t('rules.from_hosts') },
              { value: true, label: t('rules.none') },
            ]}
          />
        </Form.Item>
        {!row.none && listed([], 'tags')}
      </>
    ),
    visit_number: () => (
      <div className={styles.pair}>
        {item('at_least', t('rules.from'), <Input inputMode="numeric" placeholder="1" autoComplete="off" />)}
        {item('at_most', t('rules.up_to'), <Input inputMode="numeric" placeholder="100" autoComplete="off" />)}
      </div>
    ),
  };

  return (
    <>
      <div className={styles.pair}>
        <Form.Item name={[name, 'kind']} required label={t('rules.condition')}>
          <Select
            onChange={() => form.setFieldValue([...path, 'values'], [])}
            options={conditionKinds.map((value) => ({ value, label: t(`rules.kind.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name={[name, 'is_not']} required label={t('rules.holds')}>
          <Select
            options={[
              { value: false, label: t('rules.is') },
              { value: true, label: t('rules.is_not') },
            ]}
          />
        </Form.Item>
      </div>
      {inputs[kind]?.() ?? null}
    </>
  );
}
