import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost, Panel, Segmented } from '@linkway/kit/ui';
import { LineChartOutlined, TableOutlined } from '@linkway/kit/ui/icons';
import { type ReactNode, Suspense, useState } from 'react';
import styles from './chart-panel.module.css';
import { ChartReadout } from './chart-readout';
import type { Reading } from './readings';
import { WhenSeen } from './when-seen';

interface Props {
  title: string;
  /** What a row is: the head of the table's first column. */
  heading: string;
  /** undefined: on its way. */
  rows: Reading[] | undefined;
  /** Said instead of a chart; without it a chart of zeros is drawn. */
  empty?: string;
  /** Other breakdowns in the same place. */
  choice?: ReactNode;
  legend?: ReactNode;
  height?: number;
  children: ReactNode;
}

/** A chart with its read-out by keyboard, and the same numbers as a table behind a switch. */
export function ChartPanel({ title, heading, rows, empty, choice, legend, height = 300, children }: Props) {
  const { t } = useTranslation('dashboard');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const nothing = empty !== undefined && rows?.length === 0;
  return (
    <Panel
      title={title}
      extra={
        <Segmented
          className={styles.switch}
          size="small"
          aria-label={t('chart.view', { title })}
          value={view}
          onChange={setView}
          options={[
            {
              value: 'chart',
              icon: <LineChartOutlined aria-label={t('chart.as_chart')} />,
              title: t('chart.as_chart'),
            },
            { value: 'table', icon: <TableOutlined aria-label={t('chart.as_table')} />, title: t('chart.as_table') },
          ]}
        />
      }
    >
      {choice && <div className={styles.choice}>{choice}</div>}
      {!rows ? (
        <Ghost height={height} />
      ) : nothing ? (
        <p className={styles.empty}>{empty}</p>
      ) : view === 'table' ? (
        <ReadingsTable title={title} heading={heading} rows={rows} />
      ) : (
        <>
          {legend}
          <ChartReadout label={title} rows={rows}>
            <WhenSeen height={height}>
              <Suspense fallback={<Ghost height={height} />}>{children}</Suspense>
            </WhenSeen>
          </ChartReadout>
        </>
      )}
    </Panel>
  );
}

function ReadingsTable({ title, heading, rows }: { title: string; heading: string; rows: Reading[] }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  return (
    // Scrolled by keyboard as well, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{t('chart.clicks')}</th>
            <th scope="col">{t('chart.unique')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.name} ${index}`}>
              <th scope="row">
                <bdi>{row.name}</bdi>
              </th>
              <td>{number(row.clicks)}</td>
              <td>{number(row.unique)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
