import { api, type Me, useProblemTexts } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { Avatar, Button, Ghost, Panel } from '@linkway/kit/ui';
import { ConfirmDelete, errorMessage, FormFailure } from '@linkway/kit/ui/form';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useMe } from '../../data/queries';
import { AVATAR_TYPES } from './picked-picture';
import styles from './profile-page.module.css';
import { useAvatar } from './use-avatar';

/** The picture of the account, in the place of which are its owner's initials. */
export function AvatarCard() {
  const { t } = useTranslation('profile');
  const { data: me, failure, isFetching, refresh } = useMe();
  return (
    <Panel title={t('avatar.title')}>
      {me ? (
        <AvatarForm me={me} />
      ) : failure ? (
        <ErrorCard error={failure} title={t('failed')} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={96} />
      )}
    </Panel>
  );
}

const SIZE = 96;

function AvatarForm({ me }: { me: Me }) {
  const { t } = useTranslation('profile');
  const { picked, busy, fault, problem, pick, send, cancel, changed } = useAvatar();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  /** How often what had the focus went with a picture. */
  const [settled, setSettled] = useState(0);
  // The button that was pressed goes with what it did.
  const back = (): void => choose.current?.focus();
  const asking = useQuestion(() => {
    if (document.activeElement === document.body) back();
  });
  const { detail } = useProblemTexts(problem);
  const refusal = fault ? errorMessage(fault, currentLanguage()) : problem?.code.startsWith('avatar.') && detail;

  const onPick = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    // The same one can be picked again.
    target.value = '';
    if (file) void pick(file);
  };
  const save = async (): Promise<void> => {
    if (!picked || !(await send(picked))) return;
    toast(t('avatar.saved'));
    setSettled((times) => times + 1);
  };
  // Once it can be pressed again.
  useEffect(() => {
    if (settled > 0) choose.current?.focus();
  }, [settled]);
  return (
    <>
      <div className={styles.avatar}>
        <Avatar person={picked ? { ...me, avatar_url: picked.square } : me} size={SIZE} />
        <div className={styles.whose}>
          <p className={styles.email}>{me.full_name || me.email}</p>
          <p className={styles.help}>{me.email}</p>
          <p className={styles.help} role="status">
            {busy ? t('avatar.sending') : picked ? t('avatar.preview') : t('avatar.limits')}
          </p>
        </div>
      </div>
      <input ref={input} type="file" hidden accept={AVATAR_TYPES.join(',')} onChange={onPick} />
      {refusal && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
      <FormFailure failure={problem && !refusal ? { error: problem, title: t('avatar.failed') } : null} />
      <div className={styles.answers}>
        {picked && (
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {t('avatar.save')}
          </Button>
        )}
        <Button ref={choose} disabled={busy} onClick={() => input.current?.click()}>
          {picked || me.avatar_url ? t('avatar.choose_another') : t('avatar.choose')}
        </Button>
        {picked ? (
          <Button
            disabled={busy}
            onClick={() => {
              cancel();
              back();
            }}
          >
            {t('avatar.cancel')}
          </Button>
        ) : (
          me.avatar_url && (
            <Button danger onClick={asking.show}>
              {t('avatar.remove')}
            </Button>
          )
        )}
      </div>
      <ConfirmDelete
        dialog={asking}
        title={t('avatar.remove_title')}
        text={t('avatar.remove_text')}
        confirm={t('avatar.remove')}
        remove={() => api.DELETE('/api/me/avatar')}
        isGone={() => false}
        onDone={() => {
          toast(t('avatar.removed'));
          // The button that asked goes with the picture.
          void changed().then(() => setSettled((times) => times + 1));
        }}
        onLateFailure={({ detail: reason }) => toast(t('avatar.not_removed', { reason }), { kind: 'error' })}
      />
    </>
  );
}

/** The one question of the card. The button that asked goes with the picture. */
function useQuestion(afterClose: () => void) {
  const [open, setOpen] = useState(false);
  const hide = (): void => setOpen(false);
  return { id: 'avatar', open, zIndex: 1_000, show: () => setOpen(true), hide, end: hide, afterClose };
}
