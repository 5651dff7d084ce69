import { DEFAULT_PERCENT_B, isPercent } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Input, type InputProps } from '@linkway/kit/ui/input';
import styles from './split-input.module.css';
import { readNumber } from './typed-number';

/** Percent for B: typed, or drawn along a line. The form gives it its field. */
export function SplitInput(field: Omit<InputProps, 'onChange'> & { onChange?: (typed: string) => void }) {
  const { t } = useTranslation('create');
  const { value = '', onChange = () => undefined } = field;
  const typed = readNumber(String(value));
  const percent = typed !== null && isPercent(typed) ? typed : DEFAULT_PERCENT_B;
  return (
    <div className={styles.split}>
      <span className={styles.part}>A {100 - percent}%</span>
      <input
        type="range"
        className={styles.line}
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-label={t('form.ab_percent_line')}
        aria-valuetext={t('form.ab_percent_text', { a: 100 - percent, b: percent })}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className={styles.part}>B</span>
      <Input
        {...field}
        className={styles.number}
        suffix="%"
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
