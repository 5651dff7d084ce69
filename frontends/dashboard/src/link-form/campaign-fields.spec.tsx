import { beforeAll, expect, it, jest } from '@jest/globals';
import { withTexts } from '@linkway/kit/i18n';
import { renderPage, serveApi, startApp } from '@linkway/kit/testing';
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
