import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '../../layout/icon';
import { usePublicAddress } from '../../layout/public-address';
import { useDismiss } from '../../layout/use-dismiss';
import styles from './quick-actions.module.css';

const IDLE = 2_000;

type State = 'closed' | 'open' | 'away';

/** Away while the page is scrolled down, there again after 2 s without scrolling. */
function useQuickState(): [State, (state: State) => void] {
  const [state, setState] = useState<State>('closed');
  useEffect(() => {
    let last = window.scrollY;
    let timer: number | undefined;
    const onScroll = (): void => {
      const down = window.scrollY > last;
      last = window.scrollY;
      if (down) setState('away');
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setState((now) => (now === 'away' ? 'closed' : now)), IDLE);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.clearTimeout(timer);
    };
  }, []);
  return [state, setState];
}

/** The floating button of small screens. */
export default function QuickActions() {
  const { t } = useTranslation('public');
  const member = useSession().state === 'signed-in';
  const home = usePublicAddress('landing');
  const [state, setState] = useQuickState();
  const open = state === 'open';
  const box = useRef<HTMLDivElement>(null);
  useDismiss(box, open, () => setState('closed'));
  const entries: [to: string, text: string, icon: IconName][] = member
    ? [
        ['/dashboard?tab=create', t('quick.create'), 'plus'],
        ['/dashboard', t('nav.dashboard'), 'chart'],
        [home, t('quick.home'), 'home'],
      ]
    : [
        ['/login', t('nav.login'), 'user'],
        ['/register', t('nav.register'), 'plus'],
        [home, t('quick.home'), 'home'],
      ];
  const close = (to: string): void => {
    setState('closed');
    if (to === home) window.scrollTo({ top: 0 });
  };
  return (
    <div ref={box} className={`${styles.quick} ${state === 'away' ? styles.away : ''}`} inert={state === 'away'}>
      {open && (
        <nav id="quick-actions" className={styles.list} aria-label={t('quick.label')}>
          {entries.map(([to, text, icon]) => (
            <Link key={to} to={to} className={styles.entry} onClick={() => close(to)}>
              <Icon name={icon} />
              {text}
            </Link>
          ))}
        </nav>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={t('quick.label')}
        aria-expanded={open}
        aria-controls={open ? 'quick-actions' : undefined}
        onClick={() => setState(open ? 'closed' : 'open')}
      >
        <Icon name={open ? 'close' : 'plus'} size={24} />
      </button>
    </div>
  );
}
