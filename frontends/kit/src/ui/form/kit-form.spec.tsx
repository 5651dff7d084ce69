import { beforeAll, expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import { startApp } from '../../../testing';
import { fieldRule } from './field-rule';
import { KitForm } from './kit-form';

beforeAll(() => startApp());

function Page() {
  const [form] = Form.useForm<{ name: string }>();
  return (
    <>
      <KitForm form={form} initialValues={{ name: '' }}>
        <Form.Item
          name="name"
          label="Name"
          rules={[fieldRule((name: string) => (name ? null : 'Say a name'))]}
          validateTrigger="onBlur"
        >
          <Input />
        </Form.Item>
      </KitForm>
      <button type="button">Save</button>
    </>
  );
}

const message = () => screen.queryByText('Say a name');

it('leaves a message where it is until the press is over that leaves the field', async () => {
  render(<Page />);
  const name = screen.getByLabelText(/Name/);
  await userEvent.click(name);
  await userEvent.tab();
  await waitFor(() => expect(message()).toBeTruthy());
  await userEvent.type(name, 'One');
  const save = screen.getByText('Save');
  fireEvent.pointerDown(save);
  save.focus();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(message()?.closest('.ant-form-item-explain')?.className).not.toContain('leave');
  expect(name.closest('.ant-form-item')?.className).toContain('ant-form-item-has-error');
  fireEvent.pointerUp(save);
  await waitFor(() => expect(name.closest('.ant-form-item')?.className).not.toContain('ant-form-item-has-error'));
});

it('does not leave a field that has the focus again', async () => {
  render(<Page />);
  const name = screen.getByLabelText(/Name/);
  await userEvent.click(name);
  fireEvent.pointerDown(screen.getByText('Save'));
  screen.getByText('Save').focus();
  name.focus();
  fireEvent.pointerUp(screen.getByText('Save'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(message()).toBeNull();
});
