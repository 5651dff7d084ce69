import { type AbTestResults, api, asProblem, body, type Link } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { usePageQuery } from '@linkway/kit/query';
import { Button, Ghost, Panel } from '@linkway/kit/ui';
import { useLiveClicks } from '../../data/live-clicks';
import { shortAddress } from '../../data/short-address';
import { Destination } from '../../parts/destination';
import styles from './ab-test-panel.module.css';

type Test = NonNullable<Link['ab_test']>;
type Variant = AbTestResults['variants'][number];

/** What the A/B test of a link came to, since it was changed last: whatever period the page is about. */
export default function AbTestPanel({ link, test }: { link: Link; test: Test }) {
  const { t } = useTranslation(['analytics', 'dashboard']);
  const { dateTime } = useFormats();
  const refetchInterval = useLiveClicks<AbTestResults>('ab-test', link.id);
  const { data, failure, isFetching, refresh } = usePageQuery<AbTestResults>({
    queryKey: ['ab-test', link.id, test],
    queryFn: ({ signal }) => body(api.GET('/api/links/{id}/ab-test', { params: { path: { id: link.id } }, signal })),
    staleTime: 0,
    refetchInterval,
  });
  return (
    <Panel title={t('ab.title')} className={styles.panel}>
      <p className={styles.note}>{t('ab.since', { time: dateTime(data?.from ?? test.since) })}</p>
      {failure ? (
        <p role="alert">
          {t('ab.failed')}: {asProblem(failure).detail}{' '}
          <Button type="link" size="small" loading={isFetching} onClick={refresh}>
            {t('dashboard:retry')}
          </Button>
        </p>
      ) : data ? (
        <Results results={data} />
      ) : (
        <Ghost height={180} />
      )}
    </Panel>
  );
}

function Results({ results }: { results: AbTestResults }) {
  const { t } = useTranslation('analytics');
  const { variants, goal_link_id, goal } = results;
  const hasGoal = goal_link_id !== null;
  if (variants.every(({ people }) => people === 0)) return <p className={styles.none}>{t('ab.none')}</p>;
  const most = Math.max(...variants.map((variant) => shareOf(variant, hasGoal)));
  return (
    <>
      <Verdict results={results} />
      <ul className={styles.variants}>
        {variants.map((variant) => (
          <VariantCard key={variant.variant} variant={variant} hasGoal={hasGoal} most={most} />
        ))}
      </ul>
      {hasGoal && (
        <p className={styles.note}>
          {goal ? t('ab.goal', { address: shortAddress(goal.short_url) }) : t('ab.goal_gone')} {t('ab.goal_help')}
        </p>
      )}
    </>
  );
}

const shareOf = ({ rate, people }: Variant, hasGoal: boolean): number => (hasGoal ? (rate ?? 0) : people);

function VariantCard({ variant, hasGoal, most }: { variant: Variant; hasGoal: boolean; most: number }) {
  const { t } = useTranslation('analytics');
  const { number } = useFormats();
  const percent = usePercent();
  const { variant: name, url, rate, people, clicks, conversions } = variant;
  const figures = [
    { label: t('ab.people'), value: number(people) },
    { label: t('total'), value: number(clicks) },
    ...(hasGoal ? [{ label: t('ab.conversions'), value: number(conversions) }] : []),
  ];
  return (
    <li className={styles.variant} data-variant={name}>
      <span className={styles.address}>
        <strong>{name.toUpperCase()}</strong> <Destination url={url} />
      </span>
      <span className={styles.rate}>
        {hasGoal ? (rate === null ? '–' : percent(rate)) : number(people)}{' '}
        <span className={styles.note}>{hasGoal ? t('ab.rate') : t('ab.people_lower', { count: people })}</span>
      </span>
      <span className={styles.track} aria-hidden>
        <span
          className={styles.bar}
          style={{ inlineSize: `${most > 0 ? (100 * shareOf(variant, hasGoal)) / most : 0}%` }}
        />
      </span>
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.note}>{t('ab.part', { percent: variant.percent })}</span>
    </li>
  );
}

/** What the figures say in a sentence, and how sure that is. */
function Verdict({ results: { verdict, uplift, p_value, least_people } }: { results: AbTestResults }) {
  const { t } = useTranslation('analytics');
  const percent = usePercent();
  const isWon = verdict === 'a_better' || verdict === 'b_better';
  const details = [
    ...(isWon && uplift !== null
      ? [t(uplift > 0 ? 'ab.more' : 'ab.less', { percent: percent(Math.abs(uplift)) })]
      : []),
    ...(isWon && p_value !== null ? [t('ab.confidence', { percent: percent(confidenceOf(p_value)) })] : []),
    ...(verdict === 'no_difference' && p_value !== null ? [t('ab.by_chance', { percent: percent(p_value) })] : []),
    ...(verdict === 'not_enough' ? [t('ab.least', { count: least_people })] : []),
  ];
  return (
    <div className={`${styles.verdict} ${isWon ? styles.won : ''}`} role="status">
      <strong>{t(`ab.verdict.${verdict}`)}</strong>
      {details.length > 0 && <span>{details.join(' ')}</span>}
    </div>
  );
}

/** Never told as certain. */
const confidenceOf = (p: number): number => Math.min(0.999, 1 - p);

function usePercent(): (share: number) => string {
  const { i18n } = useTranslation('analytics');
  const format = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (share) => format.format(share);
}
