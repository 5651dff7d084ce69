import { CopyButton, lazyPart, PlainButton, visibleAddress } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { loadSession, useSession } from '@linkway/kit/session';
import { useId, useState } from 'react';
import { claimGuestLinks, type Untaken, untakenTexts } from '../../guest/claim';
import { type GuestLink, guestLinks } from '../../guest/guest-links';
import { type Clicks, useGuestClicks } from '../../guest/use-guest-clicks';
import { forgetGuestLinks, useGuestLinks } from '../../guest/use-guest-links';
import styles from './recent-links.module.css';
import { cutInTheMiddle, loadQr } from './result-box';

const LinkQr = lazyPart(loadQr, { stays: true });

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//i, '');

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "2 hours ago", in the page's language; null within the first minute, which has words of its own. */
export function timeAgo(time: string, language: string, now = Date.now()): string | null {
  const past = Math.max(0, now - Date.parse(time));
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const step = STEPS.find(([, length]) => past >= length);
  return step ? words.format(-Math.floor(past / step[1]), step[0]) : null;
}

/** null: it does not end; anything may stand in a browser's storage. */
const endOf = ({ expires_at }: GuestLink): Date | null =>
  expires_at && !Number.isNaN(Date.parse(expires_at)) ? new Date(expires_at) : null;
const isOver = (end: Date, now = Date.now()): boolean => end.getTime() <= now;

/** What a guest made in this browser, below the form, without `made`, the newest, of which it says when it ends. */
export default function RecentLinks({ made }: { made?: GuestLink }) {
  return (
    <>
      {made && <End link={made} />}
      <OthersMade made={made} />
    </>
  );
}

function End({ link }: { link: GuestLink }) {
  const { t } = useTranslation('recent');
  const { date } = useFormats();
  const end = endOf(link);
  return (
    end && <p className={styles.end}>{t('made_ends', { name: withoutScheme(link.short_url), date: date(end) })}</p>
  );
}

/** Who is signed in may take them over. */
function OthersMade({ made }: { made: GuestLink | undefined }) {
  const { t } = useTranslation('recent');
  const { state } = useSession();
  const member = state === 'signed-in';
  // The newest stands above, with its code.
  const links = useGuestLinks().filter((link) => link.id !== made?.id);
  const clicks = useGuestClicks(links);
  const [untaken, setUntaken] = useState<Untaken | null>(null);
  const id = useId();
  const claimable = links.some((link) => !link.unclaimable);
  const texts = member && untaken ? untakenTexts(t, untaken) : [];
  if (links.length === 0 || (!member && state !== 'signed-out')) return null;
  return (
    <section className={styles.recent} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('title')}
      </h2>
      <p className={styles.help}>{t(claimable ? (member ? 'text_member' : 'text') : 'text_kept')}</p>
      {member && claimable && <Claim onDone={setUntaken} />}
      {texts.length > 0 && (
        <div className={styles.problem} role="alert">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <ul className={styles.list}>
        {links.map((link) => (
          <RecentLink key={link.id} link={link} clicks={clicks} />
        ))}
      </ul>
    </section>
  );
}

/** The button goes with its link: the next one takes the focus, else the one before, else the form above. */
function focusBeside(button: HTMLElement): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-forget]')];
  const place = buttons.indexOf(button);
  const next = buttons[place + 1] ?? buttons[place - 1];
  if (next) next.focus();
  else focusForm();
}

const focusForm = (): void => document.querySelector<HTMLElement>('#shorten [name="url"]')?.focus();

/** All of them at once, into the account that is signed in. Keeps the focus while it is busy, as a disabled button would not. */
function Claim({ onDone }: { onDone: (untaken: Untaken | null) => void }) {
  const { t } = useTranslation('recent');
  const [busy, setBusy] = useState(false);
  const claim = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    onDone(null);
    onDone(await claimGuestLinks());
    setBusy(false);
    // The button goes with the last that can be taken over.
    if (guestLinks().every(({ unclaimable }) => unclaimable)) focusForm();
    // The account knows how many are left now.
    void loadSession();
  };
  return (
    <PlainButton
      size="small"
      kind="primary"
      className={styles.claim}
      aria-disabled={busy || undefined}
      onClick={() => void claim()}
    >
      {busy ? t('claim_busy') : t('claim')}
    </PlainButton>
  );
}

function RecentLink({ link, clicks }: { link: GuestLink; clicks: Clicks }) {
  const { t, i18n } = useTranslation('recent');
  const { number, date } = useFormats();
  const count = clicks.get(link.id);
  const when = timeAgo(link.created_at, i18n.language);
  const end = endOf(link);
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = withoutScheme(link.short_url);
  const destination = visibleAddress(link.original_url);
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <div className={styles.text}>
          <a className={styles.link} href={link.short_url} target="_blank" rel="noopener">
            {name}
          </a>
          <p className={styles.help} title={destination}>
            {cutInTheMiddle(withoutScheme(destination))}
          </p>
          <p className={styles.help}>
            {when ? t('made', { when }) : t('made_now')}
            {end && ` · ${t(isOver(end) ? 'ended' : 'ends', { date: date(end) })}`}
            {link.unclaimable && ` · ${t('not_claimable')}`}
            {count !== undefined && (
              <>
                {' · '}
                {count === null ? t('clicks_unknown') : <strong>{t('clicks', { count, shown: number(count) })}</strong>}
              </>
            )}
          </p>
        </div>
        <div className={styles.actions}>
          <CopyButton text={link.short_url} name={name} size="small" />
          <PlainButton
            size="small"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={t('share_of', { name })}
            onClick={() => setOpen(!open)}
          >
            {t('share')}
          </PlainButton>
          <PlainButton
            size="small"
            kind="quiet"
            data-forget
            aria-label={t('forget_of', { name })}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget);
              forgetGuestLinks([link.id]);
            }}
          >
            {t('forget')}
          </PlainButton>
        </div>
      </div>
      {open && (
        <div id={id} className={styles.share}>
          <LinkQr url={link.short_url} copy={false} />
        </div>
      )}
    </li>
  );
}
