import { type ComponentType, useEffect, useEffectEvent } from 'react';
import type { ApiProblem } from '../api/problem';
import { type LazyPart, lazyPart } from '../base/lazy-part';
import { toast } from '../base/toast';

/** A dialog that is fetched when it is first opened. `close` is what closes it, by its own properties. */
export const lazyDialog = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  close: (props: P) => void,
): LazyPart<P> =>
  lazyPart(load, {
    waiting: null,
    failed: (problem, props) => <DialogDown problem={problem} onClose={() => close(props)} />,
  });

/** A dialog that did not load says so and is closed: opening it again is another try. */
function DialogDown({ problem, onClose }: { problem: ApiProblem; onClose: () => void }) {
  const tell = useEffectEvent(() => {
    toast(problem.detail, { kind: 'error' });
    onClose();
  });
  useEffect(() => tell(), []);
  return null;
}
