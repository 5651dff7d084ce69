import { type ApiProblem, asProblem } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { registerNamespaces, useTranslation } from '@linkway/kit/i18n';
import { useSearchParams } from '@linkway/kit/router';
import { finishGoogle, type GoogleSignIn } from '@linkway/kit/session/google';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { googleTexts } from '../../locales/google';
import { SecondStep } from '../second-step';
import { takeGuestLinks } from '../take-guest-links';
import { useWayOn } from '../use-way-on';
import { googleWaiting } from './google-part';
import { OutcomeNotice } from './outcome-notice';
import { TermsStep } from './terms-step';

registerNamespaces(googleTexts);

interface Props {
  page: 'login' | 'register';
  /** As the API's way back has put it into the address. */
  outcome: string;
  /** The page's form. */
  children: ReactNode;
}

type Step =
  | { at: 'asking' }
  | { at: 'terms' | 'code'; told: GoogleSignIn }
  /** Neither Google nor the account has anything to do with it: it is asked once more. */
  | { at: 'failed'; problem: ApiProblem }
  /** `told`: what came of it; null: nothing that would have to be said. */
  | { at: 'form'; told: string | ApiProblem | null };

/** Begins anew with Google, or not at all. */
const isOver = ({ code }: ApiProblem): boolean => /^google\.|^auth\.(account|registration)_/.test(code);

/** What whoever comes back from Google is asked and told, before the page's form or in its place. */
export default function GoogleReturn({ page, outcome, children }: Props) {
  const { t } = useTranslation(['google', 'auth']);
  const [step, setStep] = useState<Step>(outcome === 'finish' ? { at: 'asking' } : { at: 'form', told: outcome });
  const goOn = useWayOn();
  const heading = useRef<HTMLHeadingElement>(null);
  const isLeft = step.at === 'form';
  useTakenOut(isLeft);
  const notice = useRef<HTMLDivElement>(null);
  // After the form has given the focus to its first field: what went wrong is read first.
  useEffect(() => {
    if (isLeft) focusOn(notice.current?.querySelector<HTMLElement>('[role=alert]'));
  }, [isLeft]);

  const toForm = (told: ApiProblem | null): void => setStep({ at: 'form', told });
  const leadsOn = (problem: ApiProblem): boolean => {
    if (isOver(problem)) toForm(problem);
    return isOver(problem);
  };
  /** What is asked for next; false: there is something. */
  const goOnWith = (told: GoogleSignIn): boolean => {
    if (told.asks) setStep({ at: told.asks, told });
    return told.asks === null;
  };
  const ask = async (): Promise<void> => {
    try {
      const told = await finishGoogle();
      if (!goOnWith(told)) return;
      goOn(
        told.opened
          ? { text: t('auth:register.done'), pause: 2_000, along: takeGuestLinks }
          : { text: t('auth:login.done'), pause: 1_000 },
      );
    } catch (error) {
      const problem = asProblem(error);
      if (!leadsOn(problem)) setStep({ at: 'failed', problem });
    }
  };
  const asked = useRef(false);
  useEffect(() => {
    // Once: it signs somebody in.
    if (outcome !== 'finish' || asked.current) return;
    asked.current = true;
    void ask();
  });

  switch (step.at) {
    case 'asking':
    case 'failed':
      return (
        <div data-step>
          <h1 ref={heading} tabIndex={-1}>
            {step.at === 'failed' ? t('not_finished') : t('asking')}
          </h1>
          {step.at === 'failed' ? (
            <ErrorCard
              error={step.problem}
              title={t(`auth:google.failed_${page}`)}
              retry={() => {
                // The button goes.
                heading.current?.focus();
                setStep({ at: 'asking' });
                void ask();
              }}
            />
          ) : (
            <>
              <p role="status">{t('asking_text')}</p>
              {googleWaiting}
            </>
          )}
        </div>
      );
    case 'terms':
      return (
        <TermsStep
          told={step.told}
          send={async () => goOnWith(await finishGoogle({ accept_terms: true }))}
          leadsOn={leadsOn}
          onBack={() => toForm(null)}
        />
      );
    case 'code':
      return (
        <SecondStep
          email={step.told.email}
          send={async (code) => void (await finishGoogle({ code }))}
          leadsOn={leadsOn}
          onBack={() => toForm(null)}
        />
      );
    case 'form':
      return (
        <>
          <div ref={notice}>{step.told && <OutcomeNotice page={page} told={step.told} />}</div>
          {children}
        </>
      );
  }
}

/** Else on the page's heading, where the form has given it to no field: the button that led back to it is gone. */
function focusOn(alert: HTMLElement | null | undefined): void {
  const title = document.getElementById('auth-title');
  if (alert) alert.focus({ preventScroll: true });
  else if (title && document.activeElement === document.body) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
}

/** Told once: neither a reload nor a link that takes the address along tells it again. */
function useTakenOut(now: boolean): void {
  const [params, setParams] = useSearchParams();
  const isThere = params.has('google');
  useEffect(() => {
    if (!now || !isThere) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('google');
        return after;
      },
      { replace: true },
    );
  }, [now, isThere, setParams]);
}
