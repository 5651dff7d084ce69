import { useTranslation } from '@linkway/kit/i18n';
import { Fold, Form } from '@linkway/kit/ui/form';
import { AddressInput } from './address-input';
import { checkOptionalUrl, rule } from './validation';

type Targets = Record<string, string | undefined>;

/** `of`: what they begin with. */
export function DeviceFields({ of }: { of: { device_targeting: Targets; system_targeting: Targets } }) {
  const { t } = useTranslation('create');
  const devices = [
    { name: ['device_targeting', 'mobile'], label: t('form.mobile') },
    { name: ['device_targeting', 'tablet'], label: t('form.tablet') },
    { name: ['device_targeting', 'desktop'], label: t('form.desktop') },
    { name: ['system_targeting', 'ios'], label: t('form.ios') },
    { name: ['system_targeting', 'android'], label: t('form.android') },
  ];
  const open = Object.values({ ...of.device_targeting, ...of.system_targeting }).some(Boolean);
  return (
    <Fold title={t('form.devices')} help={t('form.devices_help')} open={open}>
      {devices.map(({ name, label }) => (
        <Form.Item
          key={name.join('.')}
          name={name}
          label={label}
          rules={[rule(checkOptionalUrl)]}
          validateTrigger="onBlur"
        >
          <AddressInput name={name} placeholder="https://" autoComplete="off" />
        </Form.Item>
      ))}
    </Fold>
  );
}
