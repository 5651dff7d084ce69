import { api, body, type CreateLink, type Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { useSession } from '@linkway/kit/session';
import { PageHead, usePageParams } from '@linkway/kit/ui';
import { Form } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { draftStore, FormPage, submissions, useSubmit } from '@linkway/kit/ui/form';
import { useState } from 'react';

type Values = Pick<CreateLink, 'url'> & { title: string };
const nothing: Values = { url: '', title: '' };

/** What is typed outlives a failed save and a reload; the same form sent twice does its work once. */
export default function [[Page]]Page() {
  const { t } = useTranslation('[[page]]');
  usePageParams();
  const [form] = Form.useForm<Values>();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => draftStore<Values>(`[[pageSnake]]_draft:${account}`));
  const [typed] = useState(() => ({ ...nothing, ...draft.read() }));
  const [keys] = useState(() => submissions(`[[pageSnake]]_submission:${account}`));
  const client = useQueryClient();

  const { busy, problem, submit } = useSubmit<Values, CreateLink, Link>(form, {
    send: (link) => {
      const header = { 'Idempotency-Key': keys.keyFor(link) };
      return body(api.POST('/api/links', { params: { header }, body: link }));
    },
    done: async () => {
      keys.answered();
      draft.drop();
      form.setFieldsValue(nothing);
      toast(t('saved'));
      await client.invalidateQueries();
    },
    failed: keys.answered,
  });

  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <FormPage<Values>
        form={form}
        name="[[page]]"
        initialValues={typed}
        onValuesChange={(_, values) => draft.keep(values)}
        onFinish={({ url, title }) => void submit({ url, ...(title && { title }) })}
        submit={t('submit')}
        busy={busy}
        problem={problem && { error: problem, title: t('failed') }}
      >
        <Form.Item name="url" label={t('url')} rules={[{ required: true, message: t('url_required') }]}>
          <Input type="url" inputMode="url" autoComplete="off" placeholder="https://" />
        </Form.Item>
        <Form.Item name="title" label={t('title')}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      </FormPage>
    </>
  );
}
