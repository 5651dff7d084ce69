import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@linkway/contracts/rules';
import { api, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import {
  type ErrorCode,
  errorMessage,
  Form,
  FormFailure,
  fieldRule,
  KitForm,
  useGuarded,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { FirstPassword } from './first-password';
import styles from './profile-page.module.css';
import { usePasswordRules } from './use-password-rules';
import { useProfile } from './use-profile';

interface Values {
  current_password: string;
  new_password: string;
  confirm: string;
}
const nothing: Values = { current_password: '', new_password: '', confirm: '' };

const said = (code: ErrorCode): string => errorMessage(code, currentLanguage());

function faultOf(password: string): string | null {
  // Who leaves it empty has not begun yet: the button waits.
  if (password === '') return null;
  if (password.length < MIN_PASSWORD_LENGTH) return said('auth.password_weak');
  return password.length > MAX_PASSWORD_LENGTH ? said('request.field_too_long') : null;
}

/** A new password in the place of the current one; or the way to a first one, where the account is entered with Google alone. */
export function PasswordCard() {
  const { t } = useTranslation('profile');
  const { data, failure } = useProfile();
  const isKnown = data !== undefined || failure !== null;
  return (
    <Panel title={t('password.title')}>
      {!isKnown ? <Ghost height={340} /> : data?.has_password === false ? <FirstPassword /> : <PasswordForm />}
    </Panel>
  );
}

/** All other devices are signed out by it. */
function PasswordForm() {
  const { t } = useTranslation('profile');
  const { data } = usePasswordRules();
  const [form] = Form.useForm<Values>();
  const typed = Form.useWatch([], form) as Values | undefined;
  useGuarded(Object.values(typed ?? nothing).some(Boolean));
  const { busy, problem, submit } = useSubmit<Values, Values, unknown>(form, {
    send: ({ current_password, new_password }) =>
      body(api.PUT('/api/me/password', { body: { current_password, new_password } })),
    done: () => {
      form.setFieldsValue(nothing);
      toast(t('password.changed'));
    },
  });

  return (
    <>
      <p className={styles.intro}>{t('password.text')}</p>
      <KitForm<Values> form={form} name="password" initialValues={nothing} onFinish={(values) => void submit(values)}>
        <Form.Item
          name="current_password"
          label={t('password.current')}
          required
          rules={[
            {
              ...fieldRule((value: string) => (value === '' ? said('auth.password_required') : null)),
              validateTrigger: 'onSubmit',
            },
          ]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="new_password"
          label={t('password.new')}
          extra={t('password.new_help', { min: data?.min_password_length ?? MIN_PASSWORD_LENGTH })}
          required
          rules={[fieldRule(faultOf)]}
          validateTrigger="onBlur"
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirm"
          label={t('password.confirm')}
          required
          dependencies={['new_password']}
          rules={[
            fieldRule((value: string) =>
              value === '' || value === form.getFieldValue('new_password') ? null : t('password.confirm_differs'),
            ),
          ]}
          validateTrigger="onBlur"
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <FormFailure failure={problem && { error: problem, title: t('password.failed') }} />
        <div className={styles.answers}>
          <Button type="primary" htmlType="submit" loading={busy} disabled={!typed?.new_password || !typed.confirm}>
            {t('password.change')}
          </Button>
        </div>
      </KitForm>
    </>
  );
}
