import type { LinkVersion } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { useKeys } from '../../api/use-keys';

type By = NonNullable<LinkVersion['by']>;

/** Who changed a link. */
export function Author({ by }: { by: By }) {
  const { t } = useTranslation('my-links');
  const session = useSession();
  const me = session.state === 'signed-in' ? session.me : null;
  if (by.kind === 'api_key') return <KeyName id={by.api_key_id} />;
  if (by.kind === 'administrator') return t('history.administrator');
  if (by.kind === 'member') return me?.id === by.user_id ? me?.full_name || me?.email : t('history.member');
  return t('history.linkway');
}

function KeyName({ id }: { id: string | null }) {
  const { t } = useTranslation('my-links');
  // Where keys cannot be listed, as after the plan has ended, it is a key all the same.
  const name = useKeys().data?.data.find((key) => key.id === id)?.key_name;
  return name === undefined ? t('history.key') : t('history.key_named', { name });
}
