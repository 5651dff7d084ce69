import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from './button';
import { toast } from './toast';

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
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 2_000);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Refused by the browser (no permission, no https): the text stays on the page to be selected.
      toast(t('copy_failed'), { kind: 'error' });
    }
  };
  // The label goes with what the button shows, for who speaks to it.
  const label = name && (copied ? t('copied') : t('copy_named', { name }));
  return (
    <PlainButton kind={kind} size={size} aria-label={label} onClick={copy}>
      <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
    </PlainButton>
  );
}
