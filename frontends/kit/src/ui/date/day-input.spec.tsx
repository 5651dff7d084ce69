import { beforeAll, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderPage, startApp } from '../../../testing';
import { DayInput } from './day-input';

let judged = 0;

function Field() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <DayInput
        placeholder="day"
        from="2030-05-05"
        value={value}
        onChange={setValue}
        onSettled={() => {
          judged += 1;
        }}
      />
      <output>{value}</output>
    </>
  );
}
const field = () => screen.getByPlaceholderText<HTMLInputElement>('day');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const value = () => screen.getByRole('status').textContent;

beforeAll(() => startApp());

it('keeps a day as it is typed, and what is none when the field is left', () => {
  renderPage(<Field />);
  type('1/2/2030');
  expect([field().value, value()]).toEqual(['1/2/2030', '2030-02-01']);
  fireEvent.blur(field());
  expect(field().value).toBe('01/02/2030');
  type('some day');
  fireEvent.blur(field());
  expect([field().value, value()]).toEqual(['some day', 'some day']);
});

it('takes a day of the calendar at once, and offers none before the first', async () => {
  renderPage(<Field />);
  type('06/05/2030');
  fireEvent.mouseDown(field());
  fireEvent.click(field());
  const before = judged;
  expect((await screen.findByTitle('2030-05-04')).className).toContain('disabled');
  fireEvent.click(screen.getByTitle('2030-05-31'));
  expect([field().value, value(), judged]).toEqual(['31/05/2030', '2030-05-31', before + 1]);
});
