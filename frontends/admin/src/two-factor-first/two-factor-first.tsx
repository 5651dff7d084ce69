import { api, body } from '@linkway/kit/api';
import { ButtonLink, lazyPart } from '@linkway/kit/base';
import { useTranslation, withTexts } from '@linkway/kit/i18n';
import { usePageQuery } from '@linkway/kit/query';
import { useSession } from '@linkway/kit/session';
import { PageHead } from '@linkway/kit/ui';
import type { ReactNode } from 'react';

const Wanted = lazyPart(withTexts('two-factor-first', async () => ({ default: SetUp })));

/** Leads an administrator, of whom two-factor authentication is asked, to set it up before anything else. */
export function TwoFactorFirst({ children }: { children: ReactNode }) {
  const session = useSession();
  const isAsked = session.state === 'signed-in' && session.me.two_factor_setup_required === true;
  return isAsked ? <Unless>{children}</Unless> : children;
}

/** It may have been set up since the session was looked at. */
function Unless({ children }: { children: ReactNode }) {
  const { data } = usePageQuery({
    queryKey: ['two-factor'],
    queryFn: ({ signal }) => body(api.GET('/api/me/two-factor', { signal })),
  });
  return data?.enabled ? children : <Wanted />;
}

function SetUp() {
  const { t } = useTranslation('two-factor-first');
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <ButtonLink to="/dashboard?tab=profile" kind="primary">
        {t('to_profile')}
      </ButtonLink>
    </>
  );
}
