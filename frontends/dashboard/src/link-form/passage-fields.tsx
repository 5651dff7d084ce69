import type { QueryPassing } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Fold, Form } from '@linkway/kit/ui/form';
import { Input, Select } from '@linkway/kit/ui/input';
import { OnOffField } from '../parts/on-off-field';
import { FramesNote } from './frames-note';
import { checkCountdown, rule } from './validation';

/** `of`: what they begin with. */
export function PassageFields({
  of,
}: {
  of: { hide_referrer: boolean; is_cloaked: boolean; query_passing: QueryPassing; countdown_seconds: string };
}) {
  const { t } = useTranslation('create');
  const form = Form.useFormInstance();
  const isCloaked = Form.useWatch('is_cloaked', { form, preserve: true }) as boolean | undefined;
  const url = Form.useWatch('url', { form, preserve: true }) as string | undefined;
  const domain = Form.useWatch('domain_id', { form, preserve: true }) as string | undefined;
  const passings = [
    { value: 'off', label: t('form.query_off') },
    { value: 'append', label: t('form.query_append') },
    { value: 'replace', label: t('form.query_replace') },
  ];
  return (
    <Fold
      title={t('form.passage')}
      help={t('form.passage_help')}
      open={of.hide_referrer || of.is_cloaked || of.query_passing !== 'off' || of.countdown_seconds !== ''}
    >
      <Form.Item
        name="hide_referrer"
        valuePropName="on"
        getValueFromEvent={() => !form.getFieldValue('hide_referrer')}
        extra={t('form.hide_referrer_help')}
      >
        <OnOffField name={t('form.hide_referrer')} />
      </Form.Item>
      <Form.Item
        name="is_cloaked"
        valuePropName="on"
        getValueFromEvent={() => !form.getFieldValue('is_cloaked')}
        extra={t('form.cloak_help')}
      >
        <OnOffField name={t('form.cloak')} />
      </Form.Item>
      {isCloaked && <FramesNote url={url ?? ''} {...(domain && { domainId: domain })} />}
      <Form.Item
        name="countdown_seconds"
        label={t('form.countdown')}
        extra={t('form.countdown_help')}
        rules={[rule(checkCountdown)]}
        validateTrigger="onBlur"
      >
        <Input placeholder={t('form.countdown_none')} inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item name="query_passing" required label={t('form.query_passing')} extra={t('form.query_passing_help')}>
        <Select options={passings} />
      </Form.Item>
    </Fold>
  );
}
