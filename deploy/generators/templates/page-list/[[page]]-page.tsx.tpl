import { api, body, type Link } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
import { PageHead } from '@linkway/kit/ui';
import { Empty, Flex } from '@linkway/kit/ui/data';
import { Input, Select } from '@linkway/kit/ui/input';
import { type Column, DataTable, useTableQuery } from '@linkway/kit/ui/table';

const PAGE_SIZE = 10;

/** The first of each is as usual and stays out of the address. */
const asked = { sorts: ['newest', 'oldest'], filters: { status: ['all', 'active', 'paused'] } } as const;

export default function [[Page]]Page() {
  const { t } = useTranslation('[[page]]');
  const { number } = useFormats();
  const [query, change] = useTableQuery(asked);
  const { page, search, status, sort } = query;
  const { data, failure, stale, old, isFetching, refresh } = usePageQuery({
    queryKey: ['[[page]]', { page, search, status, sort }],
    queryFn: ({ signal }) => {
      const wanted = { page, limit: PAGE_SIZE, sort, ...(search && { search }), ...(status !== 'all' && { status }) };
      return body(api.GET('/api/links', { params: { query: wanted }, signal }));
    },
    placeholderData: keepPreviousData,
  });
  const total = data?.pagination.total ?? 0;

  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <Flex gap={12} wrap role="search" style={{ marginBottom: 16 }}>
        <Input.Search
          type="search"
          // What the address says, also after Back.
          key={search}
          defaultValue={search}
          allowClear
          placeholder={t('search')}
          aria-label={t('search')}
          style={{ maxWidth: 360 }}
          onSearch={(text) => change({ search: text.trim() })}
        />
        <Select
          value={status}
          aria-label={t('status.label')}
          style={{ minWidth: 160 }}
          onChange={(value) => change({ status: value })}
          options={[
            { value: 'all', label: t('status.all') },
            { value: 'active', label: t('status.active') },
            { value: 'paused', label: t('status.paused') },
          ]}
        />
      </Flex>
      <DataTable
        label={t('page.title')}
        columns={useColumns()}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        stale={stale}
        sort={sort}
        onSort={(next) => change({ sort: next as typeof sort })}
        count={t('count', { count: total, shown: number(total) })}
        paging={{ page, pageSize: PAGE_SIZE, total, onPage: (next) => change({ page: next }) }}
        empty={<Empty description={search || status !== 'all' ? t('none_found') : t('empty')} />}
      />
    </>
  );
}

/** Where the widths of all do not fit, each row is a card. */
function useColumns(): Column<Link>[] {
  const { t } = useTranslation('[[page]]');
  const { date } = useFormats();
  return [
    {
      key: 'name',
      title: t('column.name'),
      main: true,
      minWidth: 240,
      render: (link) => link.title || link.short_url.replace(/^https?:\/\//, ''),
    },
    {
      key: 'created',
      title: t('column.created'),
      minWidth: 124,
      sort: { up: 'oldest', down: 'newest' },
      render: (link) => date(link.created_at),
    },
  ];
}
