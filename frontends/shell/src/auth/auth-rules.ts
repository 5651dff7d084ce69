import {
  EMAIL,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@linkway/contracts/rules';
import type { ProblemTexts } from '@linkway/kit/api';

export interface LoginValues {
  email: string;
  password: string;
}

export interface EmailValues {
  email: string;
}

export interface NewPasswordValues {
  password: string;
  confirm: string;
}

export interface FirstPasswordValues {
  current_password: string;
  new_password: string;
  confirm: string;
}

export interface RegisterValues extends LoginValues {
  full_name: string;
  confirm: string;
  accept_terms: boolean;
}

export type Rule =
  | 'email'
  | 'email_form'
  | 'password'
  | 'password_short'
  | 'confirm'
  | 'confirm_differs'
  | 'full_name'
  | 'terms'
  | 'too_long'
  | 'code'
  | 'code_digits'
  | 'recovery_code'
  | 'recovery_code_form';

/** The broken rule of each wrong field, in the form's order. */
export type Broken<Values> = { [Field in keyof Values & string]?: Rule };

/** Leaves out the fields that are right. */
export const broken = <Values>(found: { [Field in keyof Values & string]: Rule | null }): Broken<Values> =>
  Object.fromEntries(Object.entries(found).filter(([, rule]) => rule)) as Broken<Values>;

export const checkLogin = ({ email, password }: LoginValues): Broken<LoginValues> =>
  broken<LoginValues>({ email: email.trim() ? null : 'email', password: password ? null : 'password' });

export const checkEmail = ({ email }: EmailValues): Broken<EmailValues> =>
  broken<EmailValues>({ email: emailRule(email.trim()) });

export const checkNewPassword = ({ password, confirm }: NewPasswordValues): Broken<NewPasswordValues> =>
  broken<NewPasswordValues>({ password: passwordRule(password), confirm: confirmRule(confirm, password) });

export const checkFirstPassword = ({
  current_password,
  new_password,
  confirm,
}: FirstPasswordValues): Broken<FirstPasswordValues> =>
  broken<FirstPasswordValues>({
    current_password: current_password ? null : 'password',
    new_password: passwordRule(new_password),
    confirm: confirmRule(confirm, new_password),
  });

export function checkRegister({
  full_name,
  email,
  password,
  confirm,
  accept_terms,
}: RegisterValues): Broken<RegisterValues> {
  return broken<RegisterValues>({
    full_name: nameRule(full_name.trim()),
    email: emailRule(email.trim()),
    password: passwordRule(password),
    confirm: confirmRule(confirm, password),
    accept_terms: accept_terms ? null : 'terms',
  });
}

// What is too long is told instead of cut: who pastes a long password means all of it.
const nameRule = (name: string): Rule | null =>
  name === '' ? 'full_name' : name.length > MAX_NAME_LENGTH ? 'too_long' : null;

const emailRule = (email: string): Rule | null =>
  email === '' ? 'email' : email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email) ? 'email_form' : null;

function passwordRule(password: string): Rule | null {
  if (password === '') return 'password';
  if (password.length < MIN_PASSWORD_LENGTH) return 'password_short';
  return password.length > MAX_PASSWORD_LENGTH ? 'too_long' : null;
}

const confirmRule = (confirm: string, password: string): Rule | null =>
  confirm === '' ? 'confirm' : confirm === password ? null : 'confirm_differs';

/** `auth.email_taken` is about the email and `two_factor.code_invalid` about the code, also where the answer names no field. */
export const messagesOf =
  (fields: readonly string[]) =>
  (code: string, { detail, fields: named }: ProblemTexts): Partial<Record<string, string>> => {
    const known = fields.filter((field) => named[field]);
    if (known.length > 0) return Object.fromEntries(known.map((field) => [field, named[field]]));
    const about = fields.find((field) => code.startsWith(`auth.${field}_`) || code.startsWith(`two_factor.${field}_`));
    return about ? { [about]: detail } : {};
  };
