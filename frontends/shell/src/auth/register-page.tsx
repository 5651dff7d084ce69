import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { register } from '@linkway/kit/session';
import { Button, Checkbox, Form, Input } from '@linkway/kit/ui';
import { AuthPage } from './auth-page';
import { FormProblem } from './form-problem';
import { useAuthForm } from './use-auth-form';

interface Values {
  full_name: string;
  email: string;
  password: string;
  confirm: string;
  accept_terms: boolean;
}

export default function RegisterPage() {
  const { t } = useTranslation('auth');
  const other = { text: t('register.other'), link: t('register.other_link'), to: '/login' };
  return (
    <AuthPage title={t('register.title')} text={t('register.text')} other={other}>
      <RegisterForm />
    </AuthPage>
  );
}

function RegisterForm() {
  const { t } = useTranslation('auth');
  const [form] = Form.useForm<Values>();
  const { busy, problem, formProps } = useAuthForm<Values>({
    name: 'register',
    form,
    kept: ['full_name', 'email', 'accept_terms'],
    send: ({ full_name, email, password }) =>
      register({ full_name: full_name.trim(), email: email.trim(), password, accept_terms: true }),
    done: t('register.done'),
    pause: 2_000,
  });
  const required = (message: string) => ({ required: true, whitespace: true, message });
  // Told instead of cut: who pastes a long password means all of it.
  const atMost = (max: number) => ({ max, message: t('too_long') });
  return (
    <Form layout="vertical" noValidate requiredMark={false} scrollToFirstError={{ focus: true }} {...formProps}>
      <FormProblem problem={problem} title={t('register.failed')} />
      <Form.Item
        name="full_name"
        label={t('full_name')}
        validateFirst
        rules={[required(t('required.full_name')), atMost(120)]}
      >
        <Input autoComplete="name" size="large" />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('email')}
        validateFirst
        rules={[required(t('required.email')), { type: 'email', message: t('required.email_form') }]}
      >
        <Input type="email" autoComplete="email" size="large" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        validateFirst
        extra={t('password_help')}
        rules={[
          { required: true, message: t('required.password') },
          { min: 6, message: t('required.password_short') },
          atMost(256),
        ]}
      >
        <Input.Password autoComplete="new-password" size="large" />
      </Form.Item>
      <Form.Item
        name="confirm"
        label={t('confirm')}
        dependencies={['password']}
        validateFirst
        rules={[
          { required: true, message: t('required.confirm') },
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t('confirm_differs'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" size="large" />
      </Form.Item>
      <Form.Item
        name="accept_terms"
        valuePropName="checked"
        rules={[
          {
            validator: (_rule, value) => (value ? Promise.resolve() : Promise.reject(new Error(t('required.terms')))),
          },
        ]}
      >
        <Checkbox>
          {t('terms')} {/* In a window of its own: the form stays as it is. */}
          <Link to="/terms" target="_blank">
            {t('terms_link')}
          </Link>
        </Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('register.submit')}
      </Button>
    </Form>
  );
}
