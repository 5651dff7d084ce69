import type { ApiProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Drawer } from '@linkway/kit/ui';
import { useState } from 'react';
import { shortAddress } from '../../data/short-address';
import { useSmallScreen } from '../../parts/use-small-screen';
import { EditForm } from './edit-form';
import styles from './my-links-page.module.css';
import { type LinkDialogProps, useSight } from './use-link-dialogs';

/** Everything of a link, in a drawer over the list. */
export function EditDrawer({ id, link, open, zIndex, show, hide, end, afterClose }: LinkDialogProps) {
  const { t } = useTranslation('dashboard');
  const [busy, setBusy] = useState(false);
  const sight = useSight(open);
  const small = useSmallScreen();
  const address = shortAddress(link.short_url);
  const close = busy ? hide : end;

  const failed = (problem: ApiProblem): void => {
    if (sight.current === 'shown') return;
    toast(t('links.not_saved', { address, reason: problem.detail }), {
      kind: 'error',
      // What was typed is in the drawer, as long as the page is there.
      action: sight.current === 'hidden' ? { label: t('links.show_changes'), run: show } : undefined,
    });
  };

  return (
    <Drawer
      open={open}
      zIndex={zIndex}
      size={small ? '100%' : 520}
      title={t('links.edit_of', { address })}
      onClose={close}
      afterOpenChange={(visible) => {
        if (!visible) afterClose();
      }}
      footer={
        <div className={styles.drawerFoot}>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={busy}>
            {t('save')}
          </Button>
        </div>
      }
    >
      <EditForm
        id={id}
        link={link}
        onBusy={setBusy}
        onSaved={(typedOn) => {
          if (!typedOn || sight.current !== 'shown') end();
        }}
        onFailed={failed}
      />
    </Drawer>
  );
}
