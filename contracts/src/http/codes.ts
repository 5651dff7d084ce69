import { z } from 'zod';
import type { ErrorCode } from '../errors/index.js';
import { authenticatorCodeOf, MAX_CODE_LENGTH, secondFactorOf } from '../rules/two-factor.js';

const codeSchema = (codeOf: (text: string) => string | null, format: ErrorCode) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'two_factor.code_required' : 'request.field_type') })
    .trim()
    .min(1, { error: 'two_factor.code_required', abort: true })
    .max(MAX_CODE_LENGTH, { error: format, abort: true })
    .refine((text) => codeOf(text) !== null, { error: format, abort: true })
    .overwrite((text) => codeOf(text) ?? text);

export const authenticatorCodeSchema = codeSchema(authenticatorCodeOf, 'two_factor.code_format').describe(
  'The six digits that the authenticator shows; spaces between them are left out.',
);

export const secondFactorSchema = codeSchema(secondFactorOf, 'two_factor.code_or_recovery_format').describe(
  'The six digits that the authenticator shows, or a recovery code, whatever its case, spaces and dashes.',
);
