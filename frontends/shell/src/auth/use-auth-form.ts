import { useAccountForm } from './use-account-form';
import { useWayOn } from './use-way-on';

type Form<Values extends object> = Parameters<typeof useAccountForm<Values>>[0];
type Way = Parameters<ReturnType<typeof useWayOn>>[0];

interface Options<Values extends object> extends Omit<Form<Values>, 'done'>, Omit<Way, 'text'> {
  /** Said on success, before the dashboard opens. */
  done: () => string;
}

/** Of a login or registration form, with the way on to the dashboard. */
export function useAuthForm<Values extends object>({ done, pause, along, ...form }: Options<Values>) {
  const goOn = useWayOn();
  return useAccountForm<Values>({ ...form, done: () => goOn({ text: done(), pause, along }) });
}
