import { api, body } from '@linkway/kit/api';
import { usePageQuery } from '@linkway/kit/query';

/** What a new password has to be like here. */
export const usePasswordRules = () =>
  usePageQuery({
    queryKey: ['password-rules'],
    queryFn: ({ signal }) => body(api.GET('/api/auth/password-rules', { signal })),
  });
