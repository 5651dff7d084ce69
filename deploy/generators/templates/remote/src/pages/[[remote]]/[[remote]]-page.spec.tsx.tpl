import { beforeAll, expect, it } from '@jest/globals';
import { renderPage, startApp } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import Tab from '../../tab';

beforeAll(() => startApp());

it('shows its title', async () => {
  renderPage(<Tab tab="[[remote]]" />);
  expect(await screen.findByRole('heading', { name: '[[remoteTitle]]' })).toBeTruthy();
});
