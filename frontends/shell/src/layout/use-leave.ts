import { asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useNavigate } from '@linkway/kit/router';
import { signOut } from '@linkway/kit/session';
import { publicAddress } from './public-address';

/** Signs out and goes home; when that fails, says so and stays. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
      await navigate(publicAddress('landing'), { replace: true });
    } catch (error) {
      toast(asProblem(error).detail, { kind: 'error' });
    }
  };
}
