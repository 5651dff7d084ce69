import type { ApiProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useEffect, useEffectEvent } from 'react';

interface Props {
  problem: ApiProblem;
  onClose: () => void;
}

/** A dialog that did not load says so and is closed: opening it again is another try. */
export function DialogDown({ problem, onClose }: Props) {
  const tell = useEffectEvent(() => {
    toast(problem.detail, { kind: 'error' });
    onClose();
  });
  useEffect(() => tell(), []);
  return null;
}
