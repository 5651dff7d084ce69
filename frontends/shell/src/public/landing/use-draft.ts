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

/**
 * The form's values, kept over a reload. What a member typed is not shown to another one who signs in in the same tab, and to
 * nobody once they have signed out.
 */
export function useDraft(session: Session): [Values, Dispatch<SetStateAction<Values>>] {
  const [{ owner, draft }] = useState(read);
  // What is somebody's is shown once it is known who looks.
  const [values, setValues] = useState<Values>(owner === null ? draft : empty);
  const known = session.state === 'signed-in' || session.state === 'signed-out';
  const account = session.state === 'signed-in' ? session.me.id : null;
  const [opened, setOpened] = useState(owner === null);
  /** Whose the values are: still the member's when their session has ended under them. */
  const [whose, setWhose] = useState(owner);
  if (known && !opened) {
    setOpened(true);
    const theirs = account === null || account === owner;
    if (theirs && !values.url && !values.custom_code) setValues(draft);
  }
  if (account !== null && account !== whose) setWhose(account);
  if (session.state === 'signed-out' && session.why === 'left' && whose !== null) {
    setWhose(null);
    setValues(empty);
  }

  useEffect(() => {
    if (!opened) return;
    if (values.url || values.custom_code) keepDraft(FORM, { ...values, owner: whose });
    else dropDraft(FORM);
  }, [opened, values, whose]);
  return [values, setValues];
}
