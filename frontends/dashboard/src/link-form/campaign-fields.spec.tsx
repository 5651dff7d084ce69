import { beforeAll, expect, it, jest } from '@jest/globals';
import { withTexts } from '@linkway/kit/i18n';
import { problem, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { Form, KitForm } from '@linkway/kit/ui/form';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import '../tab';
import { CampaignFields } from './campaign-fields';
import { UrlField } from './fields';

const typed = jest.fn();

function Fields() {
  const [form] = Form.useForm<{ url: string }>();
  const of = { url: 'https://a.example/?x=1&utm_source=news#top' };
  return (
    <KitForm form={form} initialValues={of}>
      <UrlField />
      <CampaignFields of={of} onTyped={typed} />
    </KitForm>
  );
}

beforeAll(() => startApp());

it('reads from the destination and writes into it, whichever is typed in', async () => {
  serveApi({});
  await withTexts('create', async () => ({ default: Fields }))();
  renderPage(<Fields />);
  const url = await screen.findByLabelText<HTMLInputElement>('Destination URL');
  const source = screen.getByLabelText<HTMLInputElement>(/^Source/);
  expect(source.value).toBe('news');
  fireEvent.change(screen.getByLabelText(/^Medium/), { target: { value: 'e mail' } });
  await waitFor(() => expect(url.value).toBe('https://a.example/?x=1&utm_source=news&utm_medium=e%20mail#top'));
  expect(typed).toHaveBeenCalledTimes(1);
  fireEvent.change(url, { target: { value: 'https://a.example/?utm_source=spring+sale' } });
  await waitFor(() => expect(source.value).toBe('spring sale'));
  fireEvent.change(source, { target: { value: 'x'.repeat(201) } });
  expect(url.value).toBe('https://a.example/?utm_source=spring+sale');
  expect(source.value).toHaveLength(201);
});

const aTemplate = {
  id: '01a1f8b9-0000-7000-8000-000000000001',
  name: 'Spring',
  utm_source: 'zalo',
  utm_medium: '',
  utm_campaign: 'spring',
  utm_term: '',
  utm_content: '',
  created_at: '2026-11-05T08:00:00.000Z',
  updated_at: '2026-11-05T08:00:00.000Z',
};

it('says what goes with a destination that is replaced, and puts it back', async () => {
  serveApi({ 'GET /api/utm-templates': { body: { data: [] } } });
  await withTexts('create', async () => ({ default: Fields }))();
  renderPage(<Fields />);
  const url = await screen.findByLabelText<HTMLInputElement>('Destination URL');
  fireEvent.change(url, { target: { value: '' } });
  fireEvent.change(url, { target: { value: 'https://b.example/new' } });
  expect(await screen.findByText(/The former destination had campaign parameters \(news\)/)).toBeTruthy();
  fireEvent.click(screen.getByText('Add them to this one'));
  await waitFor(() => expect(url.value).toBe('https://b.example/new?utm_source=news'));
  expect(screen.queryByText(/The former destination/)).toBeNull();
  // Taken out of the same destination by hand.
  fireEvent.change(url, { target: { value: 'https://b.example/new' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Source/).value).toBe(''));
  expect(screen.queryByText(/The former destination/)).toBeNull();
});

it('takes its values from a template, and keeps them as one', async () => {
  let answer = problem(503, 'service.unavailable');
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/utm-templates': { body: { data: [aTemplate] } },
    'POST /api/utm-templates': () => answer,
    [`DELETE /api/utm-templates/${aTemplate.id}`]: { status: 204 },
  });
  await withTexts('create', async () => ({ default: Fields }))();
  renderPage(<Fields />);
  const url = await screen.findByLabelText<HTMLInputElement>('Destination URL');
  const choice = await screen.findByLabelText('Use a template');
  fireEvent.mouseDown(choice);
  fireEvent.click(await screen.findByText('Spring'));
  await waitFor(() => expect(url.value).toBe('https://a.example/?x=1&utm_source=zalo&utm_campaign=spring#top'));
  fireEvent.click(screen.getByText('Save as template'));
  fireEvent.change(await screen.findByLabelText(/Name of the template/), { target: { value: 'Mine' } });
  fireEvent.click(screen.getByText('Save'));
  expect(await screen.findByText('Detail of service.unavailable')).toBeTruthy();
  answer = { status: 201, body: { ...aTemplate, name: 'Mine' } };
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull());
  fireEvent.click(screen.getByText('Save'));
  await waitFor(async () => {
    const [first, again] = requests.filter(({ method }) => method === 'POST');
    expect(await again?.clone().json()).toMatchObject({ name: 'Mine', utm_source: 'zalo', utm_campaign: 'spring' });
    // Sent again after a break, it is the same template.
    expect(first?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });
  await waitFor(() => expect(screen.queryByLabelText(/Name of the template/)).toBeNull());
  fireEvent.click(screen.getByText('Manage templates'));
  fireEvent.click(await screen.findByLabelText('Delete Spring'));
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false);
  fireEvent.click(await screen.findByText('Delete', { selector: '.ant-btn-dangerous *' }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));
});
