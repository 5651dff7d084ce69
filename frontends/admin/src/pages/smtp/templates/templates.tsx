import { ErrorCard } from '@linkway/kit/base';
import { currentLanguage, languages, useTranslation } from '@linkway/kit/i18n';
import { useSearchParams } from '@linkway/kit/router';
import { Ghost, StaleNotice, usePageParams } from '@linkway/kit/ui';
import { useEffect, useRef } from 'react';
import { useFailure } from '../use-failure';
import { useMailTemplates } from '../use-mail';
import { TemplateEditor } from './template-editor';
import { TemplateList } from './template-list';

/** All mails, or the one that the address names, in one language. */
export function Templates() {
  const { t } = useTranslation('smtp');
  const [params, setParams] = useSearchParams();
  const { data, failure, stale, old, isFetching, refresh } = useMailTemplates();
  const failureOf = useFailure();
  const name = params.get('mail');
  const asked = params.get('language');
  const language = languages.find((each) => each === asked) ?? currentLanguage();
  const template = data?.data.find((each) => each.name === name);
  const open = (mail: string | null, how: { replace?: boolean; language?: string } = {}): void =>
    setParams(
      {
        tab: 'smtp',
        section: 'templates',
        ...(mail && { mail }),
        ...(mail && how.language && { language: how.language }),
      },
      { replace: how.replace },
    );
  // Until they are there, nobody knows which ones there are.
  const known = template || !data ? name : null;
  usePageParams({
    section: 'templates',
    mail: known,
    language: known && languages.some((each) => each === asked) ? asked : null,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<{ focusRow: (name: string) => void }>(null);
  const shown = data && (template?.name ?? null);
  const before = useRef(shown);
  // What was pressed is gone, whichever way it led.
  useEffect(() => {
    const left = before.current;
    before.current = shown;
    if (left === undefined || left === shown) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (shown) heading.current?.focus({ preventScroll: true });
    else if (left) list.current?.focusRow(left);
  }, [shown]);

  if (name && !data && !failure) return <Ghost height={420} />;
  if (failure && name) return <ErrorCard {...failureOf(failure, t('templates.failed'), refresh)} busy={isFetching} />;
  if (template)
    return (
      <>
        <StaleNotice stale={stale} />
        <TemplateEditor
          key={template.name}
          template={template}
          language={language}
          headingRef={heading}
          onLanguage={(next) => open(template.name, { language: next, replace: true })}
          onBack={() => open(null)}
        />
      </>
    );
  return (
    <TemplateList
      ref={list}
      templates={data?.data}
      old={old}
      stale={stale}
      error={failure && { ...failureOf(failure, t('templates.failed'), refresh), busy: isFetching }}
      // In the address, so that a mail stays in its language when the page takes another.
      onOpen={(mail) => open(mail, { language: currentLanguage() })}
    />
  );
}
