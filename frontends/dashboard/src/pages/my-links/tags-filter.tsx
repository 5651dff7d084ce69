import { MOST_TAGS, tagKey, tagOf } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { useTags } from '../../data/tags';
import { type ListQuery, tagsIn, tagsText } from './list-query';
import styles from './my-links-page.module.css';

interface Props {
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
}

/** Links that have all of the chosen tags. Where the workspace has more than are offered, or they cannot be told, others can be typed. */
export function TagsFilter({ query, change }: Props) {
  const { t } = useTranslation('my-links');
  const { data, want } = useTags();
  const known = data?.data ?? [];
  const spellings = new Map(known.map(({ tag }) => [tagKey(tag), tag]));
  return (
    <Select<string[]>
      mode={data && !data.has_more ? 'multiple' : 'tags'}
      aria-label={t('tags')}
      placeholder={t('tags_all')}
      notFoundContent={data ? t(known.length === 0 ? 'tags_none' : 'tags_not_found') : null}
      onFocus={want}
      maxCount={MOST_TAGS}
      maxTagCount="responsive"
      allowClear
      value={tagsIn(query.tags).map((tag) => spellings.get(tagKey(tag)) ?? tag)}
      options={known.map(({ tag, links_count: count }) => ({ value: tag, label: tag, count }))}
      optionRender={({ value, data: option }) => (
        <span className={styles.tagOption}>
          <bdi>{value}</bdi>
          <span>{'count' in option ? option.count : ''}</span>
        </span>
      )}
      onChange={(tags) => change({ tags: tagsText(tagsIn(tagsText(tags.map(tagOf)))) })}
    />
  );
}
