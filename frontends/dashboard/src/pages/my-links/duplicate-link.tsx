import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { Confirm, type Dialog } from '@linkway/kit/ui/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { shortAddress } from '../../data/short-address';
import { duplicateOf, emptyValues, typedSince } from '../../link-form/values';
import { createDraft } from '../create/draft';

/** Leads to the form for a new link, filled in with everything of this one but its code and password; asks before it replaces what was typed there. */
export default function DuplicateLink({ dialog }: { dialog: Dialog<Link> }) {
  const { t } = useTranslation('my-links');
  const session = useSession();
  const [draft] = useState(() => createDraft(session.state === 'signed-in' ? session.me.id : ''));
  const [asks] = useState(() => {
    const { values, had_password } = draft.read();
    const typed = { ...typedSince(emptyValues, values), domain_id: '' };
    return had_password || JSON.stringify(typed) !== JSON.stringify(emptyValues);
  });
  const go = async (): Promise<void> => {
    draft.keep(duplicateOf(dialog.of), false);
    openTab('create');
  };
  const goAtOnce = useEffectEvent(() => {
    dialog.end();
    dialog.afterClose();
    void go();
  });
  useEffect(() => {
    if (!asks) goAtOnce();
  }, [asks]);
  if (!asks) return null;
  return (
    <Confirm
      dialog={dialog}
      title={t('duplicate.title')}
      text={t('duplicate.text', { address: shortAddress(dialog.of.short_url) })}
      confirm={t('duplicate.confirm')}
      act={go}
      onDone={() => {}}
      onLateFailure={() => {}}
    />
  );
}
