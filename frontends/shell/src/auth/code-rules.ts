import { authenticatorCodeOf, recoveryCodeOf } from '@linkway/contracts/rules';
import { type Broken, broken } from './auth-rules';

export interface CodeValues {
  code: string;
}

export const checkAppCode = ({ code }: CodeValues): Broken<CodeValues> =>
  broken<CodeValues>({ code: code === '' ? 'code' : authenticatorCodeOf(code) ? null : 'code_digits' });

export const checkRecoveryCode = ({ code }: CodeValues): Broken<CodeValues> =>
  broken<CodeValues>({
    code: code.trim() === '' ? 'recovery_code' : recoveryCodeOf(code) ? null : 'recovery_code_form',
  });
