import { withoutBidiControls } from '@linkway/contracts/rules';
import { api, body, type Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, useQuery } from '@linkway/kit/query';
import { SearchOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { useEffect, useState } from 'react';
import { shortAddress } from '../../data/short-address';
import styles from './analytics-page.module.css';

const ALL = 'all';
const PAUSE = 250;

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
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(text.trim()), PAUSE);
    return () => window.clearTimeout(timer);
  }, [text]);

  const { data, isFetching } = useQuery({
    queryKey: ['links', 'picker', search],
    queryFn: ({ signal }) =>
      body(api.GET('/api/links', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
    enabled: open,
  });

  const found = data?.data ?? [];
  const rest = link !== null && chosen && search === '' && !found.some(({ id }) => id === link) ? [chosen] : [];
  const options = [...rest, ...found].map(({ id, short_url, title }) => ({
    value: id,
    // Nothing follows the title that it could turn around.
    label: title ? `${shortAddress(short_url)} · ${withoutBidiControls(title)}` : shortAddress(short_url),
  }));

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
