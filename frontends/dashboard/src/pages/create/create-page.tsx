import { type Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { PageHead, usePageParams } from '@linkway/kit/ui';
import { useEffect, useRef, useState } from 'react';
import { CreateForm } from './create-form';
import styles from './create-page.module.css';
import { CreatedLink } from './created-link';

const SCROLL_AFTER = 300;
const GOES_ON = ['keydown', 'pointerdown'];

export default function CreatePage() {
  const { t } = useTranslation('create');
  const [created, setCreated] = useState<Link | null>(null);
  const result = useRef<HTMLDivElement>(null);
  usePageParams();

  useEffect(() => {
    if (!created) return;
    const timer = window.setTimeout(() => {
      result.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
      result.current?.focus({ preventScroll: true });
    }, SCROLL_AFTER);
    // Who goes on at once is not to be taken out of a field: what they type would be lost.
    const stay = (): void => window.clearTimeout(timer);
    for (const type of GOES_ON) window.addEventListener(type, stay);
    return () => {
      stay();
      for (const type of GOES_ON) window.removeEventListener(type, stay);
    };
  }, [created]);

  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <div ref={result} className={styles.result} tabIndex={-1} aria-live="polite">
        {created && <CreatedLink link={created} />}
      </div>
      <CreateForm onSubmit={() => setCreated(null)} onCreated={setCreated} />
    </>
  );
}
