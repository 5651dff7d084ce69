import { type ErrorCode, type ErrorParams, errorMessage } from '@linkway/contracts';
import { AppError } from './app-error.js';

/** An error that one field of the request is to blame for, so that a form can show it there. */
export const fieldError = (field: string, code: ErrorCode, params: ErrorParams = {}): AppError =>
  new AppError(code, params, { errors: [{ field, code, detail: errorMessage(code, 'en', params) }] });
