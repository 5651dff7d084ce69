import { asProblem, type Threat } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, Panel, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined, SafetyCertificateOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { DataTable, useDialogs } from '@linkway/kit/ui/table';
import { useRef, useState } from 'react';
import { useLastPage } from '../../../list-search/use-last-page';
import { useThreatActs, useThreats } from '../use-threats';
import { BlockThreat } from './block-threat';
import { useThreatColumns } from './threat-columns';
import { FILTERS, PAGE_SIZE, type ThreatQuery } from './threat-query';
import styles from './threats.module.css';

interface Props {
  query: ThreatQuery;
  change: (change: Partial<ThreatQuery>, how?: { replace?: boolean }) => void;
}

/** What rules have found, the last ones first. */
export function Threats({ query, change }: Props) {
  const { t } = useTranslation('security');
  const { number } = useFormats();
  const { data, failure, stale, old, isFetching, refresh } = useThreats(query);
  const acts = useThreatActs();
  const [saving, setSaving] = useState<string | null>(null);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'block', Threat>(({ id }) => table.current?.focusRow(id));
  const save = async ({ id }: Threat, status: Threat['status']): Promise<void> => {
    setSaving(id);
    try {
      await acts.setStatus(id, status);
      toast(t('threats.changed'));
    } catch (error) {
      toast(`${t('threats.not_changed')}: ${asProblem(error).detail}`, { kind: 'error' });
    } finally {
      setSaving(null);
    }
  };
  const columns = useThreatColumns({
    saving,
    setStatus: (threat, status) => void save(threat, status),
    block: (threat) => dialogs.open('block', threat),
  });
  const filtered = data?.filtered ?? false;
  const total = data?.pagination.total ?? 0;

  useLastPage(data, old, query.page, change);

  return (
    <Panel title={t('threats.title')}>
      <p className={styles.intro}>{t('threats.text')}</p>
      <div className={styles.tools} role="search">
        <Select
          id="threat_type"
          aria-label={t('threats.type')}
          value={query.type}
          onChange={(type) => change({ type })}
          options={FILTERS.type.map((value) => ({ value, label: t(`threats.types.${value}`) }))}
        />
        <Select
          id="threat_status"
          aria-label={t('threats.status')}
          value={query.status}
          onChange={(status) => change({ status })}
          options={FILTERS.status.map((value) => ({ value, label: t(`threats.statuses.${value}`) }))}
        />
        <Tooltip title={t('threats.refresh')}>
          <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={t('threats.refresh')} onClick={refresh} />
        </Tooltip>
      </div>
      <DataTable
        ref={table}
        label={t('threats.title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={3}
        bare
        old={old}
        stale={stale}
        error={failure && { error: failure, title: t('threats.not_loaded'), retry: refresh, busy: isFetching }}
        count={t('threats.count', { count: total, shown: number(total) })}
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('threats.none_found')}
              text={t('threats.none_found_text')}
              action={<Button onClick={() => change({ type: 'all', status: 'all' })}>{t('threats.clear')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<SafetyCertificateOutlined />}
              title={t('threats.empty')}
              text={t('threats.empty_text')}
            />
          )
        }
      />
      {dialogs.of('block').map((dialog) => (
        <BlockThreat key={dialog.id} dialog={dialog} />
      ))}
    </Panel>
  );
}
