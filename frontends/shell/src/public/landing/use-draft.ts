import type { Session } from '@linkway/kit/session';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../layout/draft';
import type { Values } from './shorten-rules';

const FORM = 'shorten';
const empty: Values = { url: '', custom_code: '', domain_id: '' };

function read(): { owner: string | null; draft: Values } {
  const { owner = null, ...draft } = readDraft<Values & { owner: string | null }>(FORM);
  return { owner, draft: { ...empty, ...draft } };
}

/** The form's values, kept over a reload. What a member typed is not shown to another one who signs in in the same tab. */
export function useDraft(session: Session): [Values, Dispatch<SetStateAction<Values>>] {
  const [{ owner, draft }] = useState(read);
  // What is somebody's is shown once it is known who looks.
  const [values, setValues] = useState<Values>(owner === null ? draft : empty);
  const known = session.state === 'signed-in' || session.state === 'signed-out';
  const account = session.state === 'signed-in' ? session.me.id : null;
  const [opened, setOpened] = useState(owner === null);
  if (known && !opened) {
    setOpened(true);
    const theirs = account === null || account === owner;
    if (theirs && !values.url && !values.custom_code) setValues(draft);
  }

  useEffect(() => {
    if (!opened) return;
    if (values.url || values.custom_code) keepDraft(FORM, { ...values, owner: account ?? owner });
    else dropDraft(FORM);
  }, [opened, values, account, owner]);
  return [values, setValues];
}
