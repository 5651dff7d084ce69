import { beforeAll, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, startApp } from '../../../testing';
import { ApiProblem } from '../../api';
import { FormFailure } from './form-failure';

beforeAll(() => startApp());

const error = new ApiProblem({ code: 'service.unavailable', status: 503, detail: 'Why' });
const typed = 'What you typed or chose is still here.';
const saved = 'Nothing you saved is lost.';

it('has the focus, and says that what was typed is still there', () => {
  renderPage(<FormFailure failure={{ error, title: 'Not created' }} />);
  expect(document.activeElement?.textContent).toContain(typed);
  expect(screen.queryByText(saved)).toBeNull();
});

it('says of a question, where nothing was typed, what it says elsewhere', () => {
  renderPage(<FormFailure failure={{ error, title: 'Not renewed', isQuestion: true }} />);
  expect(screen.getByText(saved)).toBeTruthy();
  expect(screen.queryByText(typed)).toBeNull();
});
