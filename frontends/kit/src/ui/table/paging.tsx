import { Button } from 'antd';
import type { ReactNode } from 'react';
import { lazyPart } from '../../base/lazy-part';
import { useTexts } from '../texts';
import styles from './data-table.module.css';
import type { NumbersProps } from './paging-numbers';

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

// A list is read before it is turned over; without its numbers there are still the next page and the one before.
const Numbers = lazyPart(() => import('./paging-numbers'), {
  waiting: null,
  failed: (_problem, { current, total, pageSize, onChange, label }: NumbersProps) => (
    <Steps
      label={label}
      onPrevious={current > 1 ? () => onChange(current - 1) : null}
      onNext={current * pageSize < total ? () => onChange(current + 1) : null}
    />
  ),
});

export function Paging({ label, narrow, toTop, ...paging }: PagingProps & Place) {
  const then = (go: () => void) => () => {
    toTop();
    go();
  };
  if ('page' in paging) {
    const { page, pageSize, total, onPage } = paging;
    if (total <= pageSize) return null;
    const onChange = (wanted: number): void => then(() => onPage(wanted))();
    return (
      <Numbers
        label={label}
        current={page}
        pageSize={pageSize}
        total={total}
        showLessItems={narrow}
        onChange={onChange}
      />
    );
  }
  const { onPrevious, onNext } = paging;
  return <Steps label={label} onPrevious={onPrevious && then(onPrevious)} onNext={onNext && then(onNext)} />;
}

interface StepsProps {
  label: string;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

function Steps({ label, onPrevious, onNext }: StepsProps) {
  const { t } = useTexts();
  if (!onPrevious && !onNext) return null;
  return (
    <nav className={styles.steps} aria-label={t('pages', { label })}>
      <Step go={onPrevious}>{t('previous')}</Step>
      <Step go={onNext}>{t('next')}</Step>
    </nav>
  );
}

/** Where it leads nowhere it says so, and keeps the focus: a disabled button would lose it when the first or last page is there. */
function Step({ go, children }: { go: (() => void) | null; children: ReactNode }) {
  return (
    <Button className={go ? undefined : styles.nowhere} aria-disabled={!go} onClick={() => go?.()}>
      {children}
    </Button>
  );
}
