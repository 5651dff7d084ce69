import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { SearchOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { useLinkSearch } from '../../data/link-search';
import styles from './analytics-page.module.css';

const ALL = 'all';

interface Props {
  link: string | null;
  /** The chosen link, when it is loaded: it need not be among those found. */
  chosen: Link | undefined;
  /** There is no such link (any more). */
  isGone: boolean;
  onChoose: (id: string | null) => void;
}

/** All links, or one found by its code, title or destination. */
export function LinkPicker({ link, chosen, isGone, onChoose }: Props) {
  const { t } = useTranslation('analytics');
  const { options, open, setOpen, text, setText, search, isFetching } = useLinkSearch(
    link === null ? undefined : chosen,
  );

  return (
    <Select
      className={styles.picker}
      aria-label={t('link')}
      value={link ?? ALL}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText, searchIcon: <SearchOutlined /> }}
      loading={open && isFetching}
      notFoundContent={isFetching ? t('searching') : t('no_link')}
      onOpenChange={setOpen}
      onChange={(id) => {
        setText('');
        onChoose(id === ALL ? null : id);
      }}
      options={[...(search === '' ? [{ value: ALL, label: t('all_links') }] : []), ...options]}
      labelRender={({ label, value }) => label ?? (value === ALL ? t('all_links') : isGone ? t('link_gone') : '…')}
    />
  );
}
