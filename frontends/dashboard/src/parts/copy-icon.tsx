import { toast, useCopy } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { CheckOutlined, CopyOutlined } from '@linkway/kit/ui/icons';
import { useEffect, useEffectEvent } from 'react';
import styles from './copy-icon.module.css';

interface Props {
  text: string;
  name: string;
  /** A message that says so as well. */
  said?: string | undefined;
}

/** Copies its text; a check and the word say so for 2 s. */
export function CopyIcon({ text, name, said }: Props) {
  const { t } = useTranslation('kit');
  const { copied, copy } = useCopy(text);
  const tell = useEffectEvent((): void => {
    if (said) toast(said);
  });
  useEffect(() => {
    if (copied) tell();
  }, [copied]);
  return (
    <>
      <Tooltip title={copied ? t('copied') : t('copy')}>
        <Button
          type="text"
          size="small"
          icon={copied ? <CheckOutlined className={styles.done} /> : <CopyOutlined />}
          aria-label={t('copy_named', { name })}
          onClick={() => void copy()}
        />
      </Tooltip>
      <span className="lw-visually-hidden" aria-live="polite">
        {copied && !said && t('copied')}
      </span>
    </>
  );
}
