import { useTranslation } from '@linkway/kit/i18n';
import { Fold, Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { checkDeepLink, rule } from './validation';

/** `of`: what they begin with. */
export function DeepLinkFields({ of }: { of: { deep_links: { ios: string; android: string } } }) {
  const { t } = useTranslation('create');
  const apps = [
    { name: 'ios', label: t('form.app_ios') },
    { name: 'android', label: t('form.app_android') },
  ];
  return (
    <Fold title={t('form.apps')} help={t('form.apps_help')} open={Object.values(of.deep_links).some(Boolean)}>
      {apps.map(({ name, label }) => (
        <Form.Item
          key={name}
          name={['deep_links', name]}
          label={label}
          extra={t('form.app_help')}
          rules={[rule(checkDeepLink)]}
          validateTrigger="onBlur"
        >
          <Input placeholder="myapp://" inputMode="url" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
      ))}
    </Fold>
  );
}
