import { useTranslation } from '@linkway/kit/i18n';
import { signIn } from '@linkway/kit/session';
import { Button, Form, Input } from '@linkway/kit/ui';
import { AuthPage } from './auth-page';
import { FormProblem } from './form-problem';
import { useAuthForm } from './use-auth-form';

interface Values {
  email: string;
  password: string;
}

export default function LoginPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthPage
      title={t('login.title')}
      text={t('login.text')}
      other={{ text: t('login.other'), link: t('login.other_link'), to: '/register' }}
    >
      <LoginForm />
    </AuthPage>
  );
}

function LoginForm() {
  const { t } = useTranslation('auth');
  const [form] = Form.useForm<Values>();
  const { busy, problem, formProps } = useAuthForm<Values>({
    name: 'login',
    form,
    kept: ['email'],
    send: ({ email, password }) => signIn(email.trim(), password),
    done: t('login.done'),
    pause: 1_000,
  });
  return (
    <Form layout="vertical" noValidate requiredMark={false} scrollToFirstError={{ focus: true }} {...formProps}>
      <FormProblem problem={problem} title={t('login.failed')} />
      <Form.Item
        name="email"
        label={t('email')}
        rules={[{ required: true, whitespace: true, message: t('required.email') }]}
      >
        <Input type="email" autoComplete="email" size="large" />
      </Form.Item>
      <Form.Item name="password" label={t('password')} rules={[{ required: true, message: t('required.password') }]}>
        <Input.Password autoComplete="current-password" size="large" />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t('login.submit')}
      </Button>
    </Form>
  );
}
