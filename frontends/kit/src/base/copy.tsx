import { useTranslation } from 'react-i18next';
import { PlainButton } from './button';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  text: string;
  /** What is copied, for people who do not see where the button stands: "Copy short link". */
  name?: string;
  kind?: 'primary' | 'default' | 'quiet';
  size?: 'small' | 'middle' | 'large';
}

/** Copies its text and says so for 2 s. */
export function CopyButton({ text, name, kind, size }: CopyButtonProps) {
  const { t } = useTranslation('kit');
  const { copied, copy } = useCopy(text);
  // The label goes with what the button shows, for who speaks to it.
  const label = name && (copied ? t('copied') : t('copy_named', { name }));
  return (
    <PlainButton kind={kind} size={size} aria-label={label} onClick={copy}>
      <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
    </PlainButton>
  );
}
