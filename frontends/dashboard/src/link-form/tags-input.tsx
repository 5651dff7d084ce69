import { tagKey, tagOf, uniqueTags } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import type { ComponentProps } from 'react';
import { useTags } from '../data/tags';

type Props = Omit<ComponentProps<typeof Select<string[]>>, 'mode' | 'options' | 'onChange'> & {
  onChange?: (tags: string[]) => void;
};

/** Tags, those of the workspace offered and others typed: a comma or Enter ends one. Each is as it will be kept, and there once. */
export function TagsInput({ onChange, ...field }: Props) {
  const { t } = useTranslation('create');
  const { data, want } = useTags();
  const known = data?.data ?? [];
  const spellings = new Map(known.map(({ tag }) => [tagKey(tag), tag]));
  const keep = (typed: string[]): void => {
    const tags = typed.map(tagOf).filter((tag) => tag !== '');
    onChange?.(uniqueTags(tags.map((tag) => spellings.get(tagKey(tag)) ?? tag)));
  };
  return (
    <Select<string[]>
      {...field}
      mode="tags"
      tokenSeparators={[',', '\n']}
      options={known.map(({ tag }) => ({ value: tag, label: tag }))}
      notFoundContent={t('form.tags_type')}
      onFocus={want}
      onChange={keep}
    />
  );
}
