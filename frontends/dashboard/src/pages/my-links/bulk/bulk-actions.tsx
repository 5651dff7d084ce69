import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';

interface Props {
  /** How many more there are than are chosen; 0: none. */
  all: number;
  selectAll: () => void;
  gathering: boolean;
  progress: { done: number; of: number } | null;
  pause: () => void;
  activate: () => void;
  change: () => void;
  save: () => void;
  remove: () => void;
}

/** What can be done with all links that are chosen. */
export function BulkActions({ all, selectAll, gathering, progress, ...run }: Props) {
  const { t } = useTranslation('my-links');
  const { number } = useFormats();
  const busy = progress !== null || gathering;
  return (
    <>
      {progress && (
        <span role="status">{t('bulk.progress', { done: number(progress.done), total: number(progress.of) })}</span>
      )}
      {all > 0 && (
        <Button loading={gathering} disabled={progress !== null} onClick={selectAll}>
          {t('bulk.all', { count: all, shown: number(all) })}
        </Button>
      )}
      <Button disabled={busy} onClick={run.pause}>
        {t('pause')}
      </Button>
      <Button disabled={busy} onClick={run.activate}>
        {t('activate')}
      </Button>
      <Button disabled={busy} onClick={run.change}>
        {t('bulk.change')}
      </Button>
      <Button disabled={busy} onClick={run.save}>
        {t('bulk.export')}
      </Button>
      <Button disabled={busy} danger onClick={run.remove}>
        {t('delete')}
      </Button>
    </>
  );
}
