import { useTranslation } from '@linkway/kit/i18n';
import { Fold, Form } from '@linkway/kit/ui/form';
import { OnOffField } from '../parts/on-off-field';
import type { AbTestValues } from './ab-test';
import { AddressInput } from './address-input';
import { GoalInput } from './goal-input';
import { SplitInput } from './split-input';
import { checkPercent, checkUrlB, rule } from './validation';

const URL_B = ['ab_test', 'url_b'];

/** `of`: what they begin with; `link`: that is edited, which is no goal of its own. */
export function AbTestFields({ of, link }: { of: { ab_test: AbTestValues }; link: string | null }) {
  const { t } = useTranslation('create');
  const form = Form.useFormInstance();
  const isOn = Form.useWatch(['ab_test', 'on'], { form, preserve: true }) as boolean | undefined;
  const toggle = (name: 'on' | 'sticky', label: string, help: string) => (
    <Form.Item
      name={['ab_test', name]}
      valuePropName="on"
      getValueFromEvent={() => !form.getFieldValue(['ab_test', name])}
      extra={help}
    >
      <OnOffField name={label} />
    </Form.Item>
  );
  return (
    <Fold title={t('form.ab_test')} help={t('form.ab_test_help')} open={of.ab_test.on}>
      {toggle('on', t('form.ab_on'), t('form.ab_on_help'))}
      {isOn && (
        <>
          <Form.Item name={URL_B} label={t('form.ab_url')} required rules={[rule(checkUrlB)]} validateTrigger="onBlur">
            <AddressInput name={URL_B} placeholder="https://" autoComplete="off" />
          </Form.Item>
          <Form.Item
            name={['ab_test', 'percent_b']}
            label={t('form.ab_percent')}
            extra={t('form.ab_percent_help')}
            required
            rules={[rule(checkPercent)]}
            validateTrigger="onBlur"
          >
            <SplitInput />
          </Form.Item>
          <Form.Item name={['ab_test', 'goal_link_id']} label={t('form.ab_goal')} extra={t('form.ab_goal_help')}>
            <GoalInput link={link} />
          </Form.Item>
          {toggle('sticky', t('form.ab_sticky'), t('form.ab_sticky_help'))}
        </>
      )}
    </Fold>
  );
}
