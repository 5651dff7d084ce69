import { withScheme } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Form } from '@linkway/kit/ui/form';
import { Input, type InputProps } from '@linkway/kit/ui/input';
import styles from './fields.module.css';

/** With what the form gives its field; where only the scheme of an address is missing, it is one click away. */
export function AddressInput({ name, ...field }: Omit<InputProps, 'name'> & { name: string | (string | number)[] }) {
  const { t } = useTranslation('create');
  const form = Form.useFormInstance();
  const { status } = Form.Item.useStatus();
  const meant = status === 'error' ? withScheme(String(field.value ?? '')) : null;
  const use = (): void => {
    form.setFieldValue(name, meant);
    void form.validateFields([name]).catch(() => {});
    form.focusField(name);
  };
  return (
    <>
      <Input {...field} inputMode="url" />
      {meant && (
        <Button type="link" className={styles.use} onClick={use}>
          {t('form.url_use', { address: meant })}
        </Button>
      )}
    </>
  );
}
