import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, lazyDialog, Panel, StaleNotice } from '@linkway/kit/ui';
import { useRef } from 'react';
import { type OneDialog, useOneDialog } from '../../../parts/use-one-dialog';
import { useProfile } from '../use-profile';
import styles from './two-factor.module.css';
import { useTwoFactor } from './use-two-factor';

interface DialogProps {
  dialog: OneDialog;
}
const ended = ({ dialog }: DialogProps): void => {
  dialog.end();
  dialog.afterClose();
};
// With their forms and the drawing of the code, which few visits need.
const SetUpDialog = lazyDialog<DialogProps>(() => import('./set-up-dialog'), ended);
const RenewDialog = lazyDialog<DialogProps>(() => import('./renew-dialog'), ended);
const TurnOffDialog = lazyDialog<DialogProps>(() => import('./turn-off-dialog'), ended);

/** Fewer of them than this, and it is time to make new ones. */
const FEW_CODES = 3;

/** Whether a sign-in asks for a code beside the password, and the ways to have it so or not. */
export function TwoFactorCard() {
  const { t } = useTranslation('profile');
  const { date } = useFormats();
  const { data, failure, stale, isFetching, refresh } = useTwoFactor();
  /** It takes one to set it up. */
  const needsPassword = useProfile().data?.has_password === false && data?.enabled === false;
  const answers = useRef<HTMLDivElement>(null);
  // The button that opened a dialog goes with what was done in it.
  const back = (): void => answers.current?.querySelector('button')?.focus();
  const setUp = useOneDialog('two-factor-set-up', back);
  const renew = useOneDialog('two-factor-renew', back);
  const turnOff = useOneDialog('two-factor-turn-off', back);
  const left = data?.recovery_codes_left ?? 0;
  return (
    <Panel title={t('two_factor.title')}>
      {data ? (
        <>
          <StaleNotice stale={stale} />
          {data.enabled ? (
            <>
              <p className={styles.on}>
                {data.enabled_at ? t('two_factor.on_since', { date: date(data.enabled_at) }) : t('two_factor.on')}
              </p>
              <p className={left <= FEW_CODES ? styles.few : styles.left}>
                {t('two_factor.codes_left', { count: left })} {left <= FEW_CODES && t('two_factor.few_codes')}
              </p>
            </>
          ) : (
            <p className={styles.text}>{t(needsPassword ? 'two_factor.no_password' : 'two_factor.text')}</p>
          )}
          <div ref={answers} className={styles.answers}>
            {data.enabled ? (
              <>
                <Button onClick={renew.open}>{t('two_factor.renew')}</Button>
                <Button danger onClick={turnOff.open}>
                  {t('two_factor.turn_off')}
                </Button>
              </>
            ) : (
              !needsPassword && (
                <Button type="primary" onClick={setUp.open}>
                  {t('two_factor.set_up')}
                </Button>
              )
            )}
          </div>
        </>
      ) : failure ? (
        <ErrorCard error={failure} title={t('two_factor.not_loaded')} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={72} />
      )}
      {setUp.dialog && <SetUpDialog key={setUp.dialog.id} dialog={setUp.dialog} />}
      {renew.dialog && <RenewDialog key={renew.dialog.id} dialog={renew.dialog} />}
      {turnOff.dialog && <TurnOffDialog key={turnOff.dialog.id} dialog={turnOff.dialog} />}
    </Panel>
  );
}
