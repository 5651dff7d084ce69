import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { MAX_SEARCH_LENGTH } from '@linkway/contracts/rules';
import { Input } from 'antd';
import { type Ref, useId } from 'react';
import { useTexts } from '../texts';
import styles from './search-field.module.css';
import { useSearchText } from './use-search-text';

interface Props {
  /** What is searched for now. */
  value: string;
  /** Typing has paused. What is too long to be searched for is said, and not handed on. */
  onSearch: (text: string) => void;
  /** What can be found; stands in the field, too. */
  label: string;
  ref?: Ref<HTMLDivElement>;
  className?: string;
}

/** The search over a list. */
export function SearchField({ value, onSearch, label, ref, className }: Props) {
  const { t } = useTexts();
  const [text, setText] = useSearchText(value, (search) => {
    if (search.length <= MAX_SEARCH_LENGTH) onSearch(search);
  });
  const tooLong = text.trim().length > MAX_SEARCH_LENGTH;
  const note = useId();
  return (
    <div ref={ref} className={className}>
      <Input
        type="search"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={label}
        aria-label={label}
        allowClear={{ clearIcon: <ClearIcon /> }}
        status={tooLong ? 'error' : ''}
        aria-invalid={tooLong || undefined}
        aria-describedby={tooLong ? note : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {tooLong && (
        <p id={note} className={styles.tooLong} role="alert">
          {t('search_too_long')}
        </p>
      )}
    </div>
  );
}

/** It names the button that it is in, which has no words. */
function ClearIcon() {
  const { t } = useTexts();
  return (
    <>
      <CloseCircleFilled aria-hidden />
      <span className="lw-visually-hidden">{t('clear_search')}</span>
    </>
  );
}
