import './fallbacks.css';
import './fonts.css';
import './base.css';

export { ButtonLink, PlainButton } from './button';
export { CopyButton } from './copy';
export { ErrorBoundary } from './error-boundary';
export { ErrorCard } from './error-card';
export { GoOnButton } from './go-on';
export { lazyPart } from './lazy-part';
export { loadPart, PartDown } from './load-part';
export { cspNonce, startNonce } from './nonce';
export { PageSkeleton } from './skeleton';
export { inStorage, putInStorage } from './storage';
export { dropToasts, Toaster, toast } from './toast';
export { useCopy } from './use-copy';
export { visibleAddress } from './visible';
