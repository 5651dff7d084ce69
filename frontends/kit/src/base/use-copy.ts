import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast';

/** Copies a text; `copied` holds for 2 s. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
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
  return { copied, copy };
}
