import { useTranslation } from '@linkway/kit/i18n';
import { signIn } from '@linkway/kit/session';
import { Alert, Button, Form, Input } from '@linkway/kit/ui';
import { AuthPage } from './auth-page';
import { useAuthForm } from './use-auth-form';

interface Values {
  email: string;
  password: string;
}

export default function LoginPage() {
  const { t } = useTranslation('auth');
  return (
    <AuthPage title={t('login.title')} other={{ text: t('login.other'), link: t('login.other_link'), to: '/register' }}>
      <LoginForm />
    </AuthPage>
  );
}

function LoginForm() {
  const { t } = useTranslation('auth');
  const [form] = Form.useForm<Values>();
  const { busy, problem, submit } = useAuthForm<Values>({
    form,
    send: ({ email, password }) => signIn(email.trim(), password),
    done: t('login.done'),
    pause: 1_000,
  });
  return (
    <Form form={form} layout="vertical" requiredMark={false} scrollToFirstError={{ focus: true }} onFinish={submit}>
      {problem && <Alert type="error" showIcon title={problem.detail} style={{ marginBottom: 16 }} />}
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
