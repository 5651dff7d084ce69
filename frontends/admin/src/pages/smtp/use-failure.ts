import { useTranslation } from '@linkway/kit/i18n';

interface Failure {
  error: Error;
  title: string;
  retry?: () => void;
}

const FORBIDDEN = 403;

/** Why there is nothing to show: whoever may not see it is told so, and is not led to try again. */
export function useFailure(): (error: Error, title: string, retry: () => void) => Failure {
  const { t } = useTranslation('smtp');
  return (error, title, retry) =>
    (error as Partial<{ status: number }>).status === FORBIDDEN
      ? { error, title: t('no_permission') }
      : { error, title, retry };
}
