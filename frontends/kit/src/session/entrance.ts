// Of the forms that open a session, apart from what every page needs of one.
import { api, body } from '../api/client';
import { forgetCsrf } from '../api/transport';
import { tellOtherTabs } from './other-tabs';
import { loadSession } from './store';

export interface Credentials {
  email: string;
  password: string;
  /** Of the second step, where the account has one. */
  code?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  await body(api.POST('/api/auth/login', { body: credentials }));
  forgetCsrf();
  tellOtherTabs();
}

export interface Registration {
  email: string;
  password: string;
  full_name: string;
  accept_terms: true;
}

export async function register(input: Registration): Promise<void> {
  await body(api.POST('/api/auth/register', { body: input }));
  forgetCsrf();
  tellOtherTabs();
}

/** Goes on, until it is ended, where another tab has signed somebody in by the time that this one is looked at again. */
export function watchSignIns(): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') void loadSession();
  };
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}
