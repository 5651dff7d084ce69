import { useNavigationType, useSearchParams } from '@linkway/kit/router';
import { useEffect, useRef } from 'react';

const NAME = 'invite';

/**
 * Keeps an invitation in the address until it is used, wherever in the dashboard one goes meanwhile, by a link, a key or the palette. The
 * page that has used it takes it out of the address in its place, which is no step; all else that loses it has it put back.
 */
export function useInvitation(): void {
  const [params, setParams] = useSearchParams();
  const step: string = useNavigationType();
  const [tab, invitation] = [params.get('tab'), params.get(NAME)];
  const last = useRef({ tab, invitation });
  useEffect(() => {
    const { invitation: kept, tab: from } = last.current;
    const isLost = kept !== null && invitation === null && (step === 'PUSH' || (step === 'REPLACE' && tab !== from));
    if (isLost) setParams((now) => [...now, [NAME, kept]], { replace: true });
    else last.current = { tab, invitation };
  }, [tab, invitation, step, setParams]);
}
