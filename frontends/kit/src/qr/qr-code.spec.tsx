import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { QrCode, qrSvg } from '.';

it('draws a code that differs by its text, with a name and the quiet zone readers ask for', () => {
  render(<QrCode text="https://d.example/abc" label="Code of abc" />);
  const [, code] = screen.getByRole('img', { name: 'Code of abc' }).querySelectorAll('path');
  const path = code?.getAttribute('d') ?? '';
  // Version 2 has 25 modules a side; the finder pattern begins after the margin of 4.
  expect(path.startsWith('M4 4h1v1h-1z')).toBe(true);
  expect(qrSvg('https://d.example/abc')).toContain(`viewBox="0 0 33 33"`);
  expect(qrSvg('https://d.example/abc')).toContain(path);
  expect(qrSvg('https://d.example/abd')).not.toContain(path);
});
