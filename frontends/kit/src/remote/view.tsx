import type { ComponentType } from 'react';
import { lazyPart } from '../base/lazy-part';
import { loadRemoteModule } from './loader';

interface Props<P> {
  remote: string;
  module: string;
  props: P;
}

/** Draws a remote's component. A remote that is down gives its own card with retry; everything around it goes on. */
export function RemoteView<P extends object>({ remote, module, props }: Props<P>) {
  const View = viewOf<P>(remote, module);
  return <View {...props} />;
}

const views = new Map<string, unknown>();

function viewOf<P extends object>(remote: string, module: string): ComponentType<P> {
  const key = `${remote}/${module}`;
  const known = views.get(key) as ComponentType<P> | undefined;
  if (known) return known;
  const view = lazyPart<P>(() => loadRemoteModule(remote, module), { code: `remote.${remote}` });
  views.set(key, view);
  return view;
}
