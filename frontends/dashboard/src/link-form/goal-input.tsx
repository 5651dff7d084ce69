import { ApiProblem } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { SearchOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { useLink, useLinkSearch } from '../data/link-search';

interface Props {
  /** That has the goal: it cannot be its own. */
  link: string | null;
  id?: string;
  value?: string | null;
  onChange?: (id: string | null) => void;
}

/** The link that people are to follow afterwards. The form gives it its field. */
export function GoalInput({ link, id, value = null, onChange }: Props) {
  const { t } = useTranslation('create');
  const { data: chosen, error } = useLink(value);
  const { options, open, setOpen, text, setText, isFetching } = useLinkSearch(chosen);
  const isGone = error instanceof ApiProblem && error.status === 404;
  return (
    <Select
      id={id}
      value={value}
      allowClear
      placeholder={t('form.ab_goal_none')}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText, searchIcon: <SearchOutlined /> }}
      loading={open && isFetching}
      notFoundContent={isFetching ? t('form.ab_goal_searching') : t('form.ab_goal_not_found')}
      onOpenChange={setOpen}
      onChange={(found: string | undefined) => {
        setText('');
        onChange?.(found ?? null);
      }}
      options={options.filter(({ value: each }) => each !== link)}
      labelRender={({ label }) => label ?? (isGone ? t('form.ab_goal_gone') : '…')}
    />
  );
}
