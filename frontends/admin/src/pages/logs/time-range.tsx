import { useTranslation } from '@linkway/kit/i18n';
import { isTime, MomentInput } from '@linkway/kit/ui/date';
import { useId, useRef, useState } from 'react';
import type { ChangeQuery, ListQuery } from './list-query';
import styles from './logs-page.module.css';

interface Props {
  query: Pick<ListQuery, 'from' | 'to'>;
  change: ChangeQuery;
}

/** What the fields have: a time, or what was typed and is none; null: nothing. */
interface Times {
  from: string | null;
  to: string | null;
}
type Fault = 'from_unreadable' | 'to_unreadable' | 'order';

function faultOf({ from, to }: Times): Fault | null {
  if (from !== null && !isTime(from)) return 'from_unreadable';
  if (to !== null && !isTime(to)) return 'to_unreadable';
  return from !== null && to !== null && from >= to ? 'order' : null;
}

/** From when and until when; asked for once a field is left and both can be. */
export function TimeRange({ query: { from, to }, change }: Props) {
  const { t } = useTranslation('logs');
  const note = useId();
  const asked: Times = { from: from || null, to: to || null };
  const [typed, setTyped] = useState<{ asked: Times; times: Times; fault: Fault | null } | null>(null);
  // A field that is emptied is left in the same moment, before anything is drawn.
  const latest = useRef(typed);
  const take = (times: Times, fault: Fault | null): void => {
    latest.current = { asked, times, fault };
    setTyped(latest.current);
  };
  /** What is typed goes once something else is asked for, as by Back. */
  const ofNow = (of: typeof typed) => (of && of.asked.from === asked.from && of.asked.to === asked.to ? of : null);
  const { times, fault } = ofNow(typed) ?? { times: asked, fault: null };

  const settle = (): void => {
    const wanted = ofNow(latest.current)?.times ?? asked;
    const wrong = faultOf(wanted);
    if (wrong) take(wanted, wrong);
    else if (wanted.from !== asked.from || wanted.to !== asked.to)
      change({ from: wanted.from ?? '', to: wanted.to ?? '' });
  };
  const field = (name: keyof Times) => {
    const isWrong = fault === 'order' || fault === `${name}_unreadable`;
    return (
      <MomentInput
        past
        className={styles.time}
        prefix={<span className={styles.prefix}>{t(`time.${name}`)}</span>}
        placeholder={t('time.format')}
        aria-label={t(`time.${name}_label`)}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? note : undefined}
        value={times[name]}
        onChange={(value) => take({ ...(ofNow(latest.current)?.times ?? asked), [name]: value }, null)}
        onSettled={settle}
      />
    );
  };
  return (
    <>
      {field('from')}
      {field('to')}
      {fault && (
        <p id={note} className={styles.fault} role="alert">
          {t(`time.${fault}`)}
        </p>
      )}
    </>
  );
}
