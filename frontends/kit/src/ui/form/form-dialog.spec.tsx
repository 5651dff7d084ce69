import { beforeAll, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Form, Input } from 'antd';
import { renderPage, startApp } from '../../../testing';
import { FormDialog } from './form-dialog';
import { KitForm } from './kit-form';

const dialog = { id: 'edit', open: true, zIndex: 1000, hide() {}, end() {}, afterClose() {}, show() {} };

function Edit() {
  const [form] = Form.useForm();
  return (
    <FormDialog
      dialog={dialog}
      title="Edit"
      form="edit"
      save="Save"
      busy={false}
      problem={null}
      first="name"
      isDirty={() => false}
      unkept={false}
      onDiscard={() => {}}
    >
      <KitForm id="edit" name="edit" form={form}>
        <Form.Item name="name" label="Name">
          <Input />
        </Form.Item>
        <Form.Item name="text" label="Text">
          <Input />
        </Form.Item>
      </KitForm>
    </FormDialog>
  );
}
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 1_000)));

beforeAll(() => startApp());

it('lets typing begin in its first field as soon as it is there', async () => {
  renderPage(<Edit />);
  const name = await screen.findByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(name), { timeout: 200 });
});

it('leaves the focus where somebody has put it who was quicker', async () => {
  renderPage(<Edit />);
  const text = await screen.findByLabelText('Text');
  text.focus();
  await settled();
  expect(document.activeElement).toBe(text);
});

it('opens no keyboard over what is to be read first', async () => {
  const { matchMedia } = window;
  window.matchMedia = (media) => Object.assign(matchMedia(media), { matches: media === '(pointer: coarse)' });
  renderPage(<Edit />);
  const name = await screen.findByLabelText('Name');
  await settled();
  expect(document.activeElement).not.toBe(name);
  window.matchMedia = matchMedia;
});
