import { cspNonce } from '@linkway/kit/base';
import styles from './smtp-page.module.css';
import { withNonce } from './with-nonce';

/**
 * A mail as its reader sees it. The frame's empty `sandbox` lets nothing in it run and no window open, as which the mail's document has
 * all its links; its own policy lets it load nothing.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return <iframe className={styles.frame} sandbox="" srcDoc={withNonce(html, cspNonce())} title={title} />;
}
