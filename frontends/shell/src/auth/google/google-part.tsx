import { lazyPart } from '@linkway/kit/base';
import styles from '../auth-form.module.css';

/** Fields in the shape of what comes. */
export const googleWaiting = (
  <div className={styles.waiting}>
    <div />
    <div />
  </div>
);

/** Few come back from Google: what they are asked and told is fetched for them alone. */
export const GoogleReturn = lazyPart(() => import('./google-return'), { waiting: googleWaiting });
