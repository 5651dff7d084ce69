import { expect, it } from '@jest/globals';
import { fieldRule } from './field-rule';

const { validator } = fieldRule((value: string) => (value === 'wrong' ? 'It is wrong' : null));
const pointer = (name: string): boolean => document.body.dispatchEvent(new Event(name, { bubbles: true }));
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

it('says what is wrong', async () => {
  await expect(validator({}, 'right')).resolves.toBeUndefined();
  await expect(validator({}, 'wrong')).rejects.toThrow('It is wrong');
});

it('says it once no pointer is pressed, after the click', async () => {
  const told: string[] = [];
  pointer('pointerdown');
  validator({}, 'wrong').catch(() => told.push('fault'));
  // The field that is left.
  document.body.dispatchEvent(new Event('blur'));
  await turn();
  expect(told).toEqual([]);
  pointer('pointerup');
  document.body.addEventListener('click', () => told.push('click'), { once: true });
  pointer('click');
  await turn();
  expect(told).toEqual(['click', 'fault']);
});

it('goes on waiting where it is pressed again before the click of the press before', async () => {
  const told: string[] = [];
  pointer('pointerdown');
  validator({}, 'wrong').catch(() => told.push('fault'));
  pointer('pointerup');
  pointer('pointerdown');
  await turn();
  expect(told).toEqual([]);
  pointer('pointerup');
  await turn();
  expect(told).toEqual(['fault']);
});

it('does not wait for a pointer that is released nowhere in the page', async () => {
  pointer('pointerdown');
  const said = validator({}, 'wrong');
  window.dispatchEvent(new Event('blur'));
  await expect(said).rejects.toThrow('It is wrong');
});
