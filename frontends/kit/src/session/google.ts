// Of a sign-in with Google, apart from what the forms of a password need.
import { api, body } from '../api/client';
import { forgetCsrf } from '../api/transport';
import { tellOtherTabs } from './other-tabs';

export interface GoogleAnswers {
  accept_terms?: true;
  /** Of the second step, where the account has one. */
  code?: string;
}

const ask = (input: GoogleAnswers) => body(api.POST('/api/auth/google/finish', { body: input }));

/** Whom Google spoke of, and what is still asked for: without a `user` nobody is signed in yet. */
export type GoogleSignIn = Awaited<ReturnType<typeof ask>>;

export async function finishGoogle(input: GoogleAnswers = {}): Promise<GoogleSignIn> {
  const told = await ask(input);
  if (told.user) {
    forgetCsrf();
    tellOtherTabs();
  }
  return told;
}
