import { beforeAll, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage, startApp } from '../../../testing';
import { MomentInput } from './moment-input';

const soon = new Date(2030, 4, 5, 10).toISOString();

function Field() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <MomentInput placeholder="when" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(soon)}>
        Soon
      </button>
      <output>{value}</output>
    </>
  );
}
const field = () => screen.getByPlaceholderText<HTMLInputElement>('when');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const value = () => screen.getByRole('status').textContent;

beforeAll(() => startApp());

it('keeps a text as it is typed, and its time; what is no time is kept as well when the field is left', () => {
  renderPage(<Field />);
  type('1/2/2030 9:00');
  expect([field().value, value()]).toEqual(['1/2/2030 9:00', new Date(2030, 1, 1, 9).toISOString()]);
  fireEvent.blur(field());
  expect(field().value).toBe('01/02/2030 09:00');
  type('some day');
  fireEvent.blur(field());
  expect([field().value, value()]).toEqual(['some day', 'some day']);
  type('');
  expect([field().value, value()]).toEqual(['', '']);
});

it('shows what the form takes instead, though its text was still being typed', () => {
  renderPage(<Field />);
  type('some day');
  fireEvent.click(screen.getByText('Soon'));
  expect([field().value, value()]).toEqual(['05/05/2030 10:00', soon]);
});
