import { useTranslation } from '@linkway/kit/i18n';
import { Tooltip } from '@linkway/kit/ui';
import styles from './tag-list.module.css';

/** As many as a line of a list has room for beside its other columns; the rest are told by their number. */
const SHOWN = 3;

/** The tags of a link on one line, each cut where it is long; all of them are told to who points at the line, and to screen readers. */
export function TagList({ tags }: { tags: readonly string[] }) {
  const { t } = useTranslation('dashboard');
  if (tags.length === 0) return null;
  const rest = tags.length - SHOWN;
  return (
    <Tooltip title={tags.join(', ')}>
      <span className={styles.tags} role="img" aria-label={t('list.tags', { tags: tags.join(', ') })}>
        {tags.slice(0, SHOWN).map((tag) => (
          <bdi key={tag} className={styles.tag}>
            {tag}
          </bdi>
        ))}
        {rest > 0 && <span className={styles.rest}>+{rest}</span>}
      </span>
    </Tooltip>
  );
}
