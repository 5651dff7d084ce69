import { Button, Pagination } from 'antd';
import { useTexts } from '../texts';
import styles from './data-table.module.css';

/** By number, where the rows are counted; else to the next and back. */
export type PagingProps =
  | { page: number; pageSize: number; total: number; onPage: (page: number) => void }
  | { onPrevious: (() => void) | null; onNext: (() => void) | null };

interface Place {
  label: string;
  narrow: boolean;
  /** The next rows are read from the first. */
  toTop: () => void;
}

export function Paging({ label, narrow, toTop, ...paging }: PagingProps & Place) {
  const { t } = useTexts();
  if ('page' in paging) {
    return (
      <Pagination
        hideOnSinglePage
        current={paging.page}
        pageSize={paging.pageSize}
        total={paging.total}
        showSizeChanger={false}
        showLessItems={narrow}
        onChange={(page) => {
          toTop();
          paging.onPage(page);
        }}
      />
    );
  }
  const { onPrevious, onNext } = paging;
  if (!onPrevious && !onNext) return null;
  return (
    <nav className={styles.steps} aria-label={t('pages', { label })}>
      <Button
        disabled={!onPrevious}
        onClick={() => {
          toTop();
          onPrevious?.();
        }}
      >
        {t('previous')}
      </Button>
      <Button
        disabled={!onNext}
        onClick={() => {
          toTop();
          onNext?.();
        }}
      >
        {t('next')}
      </Button>
    </nav>
  );
}
