import type { LinkDifference } from '@linkway/kit/api';
import styles from './history.module.css';
import { useWords } from './use-words';

/** Field by field, as it was and as it became. */
export function Differences({ of }: { of: readonly LinkDifference[] }) {
  const words = useWords();
  return (
    <dl className={styles.facts}>
      {of.map((difference) => (
        <div key={difference.field}>
          <dt>{words.field(difference.field)}</dt>
          <dd>{words.change(difference)}</dd>
        </div>
      ))}
    </dl>
  );
}
