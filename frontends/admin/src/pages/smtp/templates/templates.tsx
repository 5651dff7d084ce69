import { ErrorCard } from '@linkway/kit/base';
import { currentLanguage, languages, useTranslation } from '@linkway/kit/i18n';
import { useSearchParams } from '@linkway/kit/router';
import { Ghost, StaleNotice, usePageParams } from '@linkway/kit/ui';
import { useMailTemplates } from '../use-mail';
import { TemplateEditor } from './template-editor';
import { TemplateList } from './template-list';

/** All mails, or the one that the address names, in one language. */
export function Templates() {
  const { t } = useTranslation('smtp');
  const [params, setParams] = useSearchParams();
  const { data, failure, stale, old, isFetching, refresh } = useMailTemplates();
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

  if (name && !data && !failure) return <Ghost height={420} />;
  if (failure && name)
    return <ErrorCard error={failure} title={t('templates.failed')} retry={refresh} busy={isFetching} />;
  if (template)
    return (
      <>
        <StaleNotice stale={stale} />
        <TemplateEditor
          key={`${template.name} ${language}`}
          template={template}
          language={language}
          onLanguage={(next) => open(template.name, { language: next, replace: true })}
          onBack={() => open(null)}
        />
      </>
    );
  return (
    <TemplateList
      templates={data?.data}
      old={old}
      stale={stale}
      error={failure && { error: failure, title: t('templates.failed'), retry: refresh, busy: isFetching }}
      onOpen={(mail) => open(mail)}
    />
  );
}
