import { type Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { PageHead } from '@linkway/kit/ui';
import { useEffect, useRef, useState } from 'react';
import { CreateForm } from './create-form';
import styles from './create-page.module.css';
import { CreatedLink } from './created-link';

const SCROLL_AFTER = 300;

export default function CreatePage() {
  const { t } = useTranslation('dashboard');
  const [created, setCreated] = useState<Link | null>(null);
  const result = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!created) return;
    const timer = window.setTimeout(() => {
      result.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
      result.current?.focus({ preventScroll: true });
    }, SCROLL_AFTER);
    return () => window.clearTimeout(timer);
  }, [created]);

  return (
    <>
      <PageHead title={t('create.title')} text={t('create.text')} />
      <div ref={result} className={styles.result} tabIndex={-1} aria-live="polite">
        {created && <CreatedLink link={created} />}
      </div>
      <CreateForm onSubmit={() => setCreated(null)} onCreated={setCreated} />
    </>
  );
}
