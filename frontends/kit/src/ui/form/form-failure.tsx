import { useEffect, useRef } from 'react';
import type { ApiProblem } from '../../api/problem';
import { ErrorCard } from '../../base/error-card';
import { useTexts } from '../texts';
import styles from './form.module.css';

export interface Failure {
  error: ApiProblem;
  title: string;
  /** It was a question alone: nothing was typed or chosen. */
  isQuestion?: true;
}

const places = { card: styles.cardFailure, page: styles.pageFailure, dialog: styles.dialogFailure };

/** Why a form was not taken, where no field says it: it comes into view, and gets the focus. */
export function FormFailure({ failure, place = 'card' }: { failure: Failure | null; place?: keyof typeof places }) {
  const { t } = useTexts();
  const card = useRef<HTMLDivElement>(null);
  const error = failure?.error;
  useEffect(() => {
    if (!error) return;
    card.current?.scrollIntoView({ block: 'nearest' });
    card.current?.focus({ preventScroll: true });
  }, [error]);
  return (
    failure && (
      <div ref={card} tabIndex={-1} className={`${styles.failure} ${places[place]}`}>
        <ErrorCard
          error={failure.error}
          title={failure.title}
          safe={failure.isQuestion ? undefined : t('still_here')}
        />
      </div>
    )
  );
}
