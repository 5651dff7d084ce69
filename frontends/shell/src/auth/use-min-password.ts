import { MIN_PASSWORD_LENGTH } from '@linkway/contracts/rules';
import { api, body } from '@linkway/kit/api';
import { useEffect, useState } from 'react';

/** How long a new password has to be here. Until that is known, and where it cannot be asked, what holds everywhere; the answer to the form says more. */
export function useMinPassword(): number {
  const [min, setMin] = useState(MIN_PASSWORD_LENGTH);
  useEffect(() => {
    const leaving = new AbortController();
    body(api.GET('/api/auth/password-rules', { signal: leaving.signal })).then(
      ({ min_password_length }) => setMin(min_password_length),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return min;
}
