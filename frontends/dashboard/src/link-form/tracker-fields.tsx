import type { TrackerProvider } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Fold, Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { checkTracker, rule } from './validation';

/** `of`: what they begin with. */
export function TrackerFields({ of }: { of: { trackers: Record<TrackerProvider, string> } }) {
  const { t } = useTranslation('create');
  const trackers: { name: TrackerProvider; label: string; example: string; help?: string }[] = [
    { name: 'google_analytics', label: t('form.google_analytics'), example: 'G-ABC1234567' },
    { name: 'facebook_pixel', label: t('form.facebook_pixel'), example: '123456789012345' },
    { name: 'google_ads', label: t('form.google_ads'), example: 'AW-123456789/AbC-D_efG' },
    { name: 'tiktok_pixel', label: t('form.tiktok_pixel'), example: 'C4ABCDEFGHIJKLMNOPQ0' },
    { name: 'custom', label: t('form.custom_tracker'), example: 'https://', help: t('form.custom_tracker_help') },
  ];
  return (
    <Fold title={t('form.trackers')} help={t('form.trackers_help')} open={Object.values(of.trackers).some(Boolean)}>
      {trackers.map(({ name, label, example, help }) => (
        <Form.Item
          key={name}
          name={['trackers', name]}
          label={label}
          extra={help}
          rules={[rule(checkTracker(name))]}
          validateTrigger="onBlur"
        >
          <Input placeholder={example} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      ))}
    </Fold>
  );
}
