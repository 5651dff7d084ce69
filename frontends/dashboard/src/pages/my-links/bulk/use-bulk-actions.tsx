import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import type { Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation, withTexts } from '@linkway/kit/i18n';
import { lazyDialog } from '@linkway/kit/ui';
import { type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { type ReactNode, useState } from 'react';
import { shortAddress } from '../../../data/short-address';
import type { ListQuery } from '../list-query';
import { BulkActions } from './bulk-actions';
import { BulkReport } from './bulk-report';
import type { Chosen } from './delete-links';
import { type BulkChange, type BulkResult, useBulk } from './use-bulk';
import { useSelection } from './use-selection';

const ended = ({ dialog }: { dialog: Dialog<Chosen> }): void => {
  dialog.end();
  dialog.afterClose();
};
const DeleteLinks = lazyDialog(() => import('./delete-links'), ended);
const ChangeLinks = lazyDialog(
  withTexts('create', () => import('./change-links')),
  ended,
);

const OPPOSITE = {
  pause: 'activate',
  activate: 'pause',
  'add-tags': 'remove-tags',
  'remove-tags': 'add-tags',
} as const;

/** What takes back what was done with links, which are as they were before; none: nothing does. */
export function undoOf(
  { action, campaign_id }: BulkChange,
  { changed }: BulkResult,
  links: readonly Link[],
): [ids: string[], change: BulkChange][] {
  const campaigns = new Map(links.map(({ id, campaign_id }) => [id, campaign_id ?? null]));
  const backOf = ({ id, tags }: BulkResult['changed'][number]): BulkChange | null => {
    // Another one that somebody has put it into meanwhile stays.
    if (action === 'set-campaign')
      return { action, campaign_id: campaigns.get(id) ?? null, expected: { campaign_id: campaign_id ?? null } };
    if (!(action in OPPOSITE)) return null;
    return { action: OPPOSITE[action as keyof typeof OPPOSITE], ...(tags && { tags }) };
  };
  const groups = new Map<string, [string[], BulkChange]>();
  for (const one of changed) {
    const back = backOf(one);
    if (!back) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? [[], back];
    group[0].push(one.id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Choosing links of the list, and doing the same with all of them. */
export function useBulkActions(
  query: ListQuery,
  rows: readonly Link[] | undefined,
  total: number,
  focus: (link: Link) => void,
) {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const { number } = useFormats();
  const selection = useSelection(query, rows);
  const dialogs = useDialogs<'change' | 'delete', Chosen>();
  const [refused, setRefused] = useState<BulkResult['refused']>([]);
  const { progress, run } = useBulk();
  const links = [...selection.links.values()];
  const chosen = (): Chosen => ({ id: links.map(({ id }) => id).join(), links });

  const apply = async (of: readonly Link[], change: BulkChange): Promise<void> => {
    setRefused([]);
    const result = await run(of, change);
    if (!result) return;
    // What was refused stays chosen, so that it can be tried again.
    selection.set(result.refused.map(({ link }) => link));
    setRefused(result.refused);
    const count = result.changed.length;
    const steps = undoOf(change, result, of);
    const undo = async (): Promise<void> => {
      const missed: BulkResult['refused'][number][] = [];
      for (const [ids, back] of steps) {
        const done = await run(
          of.filter(({ id }) => ids.includes(id)),
          back,
        );
        // It stays to be undone, and is offered again.
        if (done === null) {
          toast(t('bulk.undo_busy'), { kind: 'error', action: { label: t('dashboard:undo'), run: () => void undo() } });
          return keepFocus(of);
        }
        missed.push(...done.refused);
      }
      const [why] = missed;
      const left = { count: missed.length, shown: number(missed.length), reason: why?.detail ?? '' };
      if (why) toast(t('bulk.undo_refused', left), { kind: 'error' });
      else toast(t('bulk.undone', { count, shown: number(count) }));
      keepFocus(of);
    };
    if (count === 0) {
      const [why] = result.refused;
      if (why) toast(t('bulk.none_changed', { reason: why.detail }), { kind: 'error' });
      else toast(t('bulk.nothing'), { kind: 'info' });
    } else {
      const text = change.action === 'delete' ? 'bulk.deleted' : 'bulk.done';
      toast(t(text, { count, shown: number(count) }), {
        ...(steps.length > 0 && { action: { label: t('dashboard:undo'), run: () => void undo() } }),
      });
    }
    keepFocus(of);
  };
  /** The bar that had it is gone, or the message: it goes to what takes it back, else to the row of the first link. */
  const keepFocus = (of: readonly Link[]): void =>
    void window.setTimeout(() => {
      const at = document.activeElement;
      // With the page or the list as a whole, which a table gives it back to.
      const isLost = at === null || at === document.body || at.querySelector('[data-row]') !== null;
      const undo = [...document.querySelectorAll<HTMLElement>('[data-toasts] button')].at(-1);
      if (!isLost) return;
      if (undo) undo.focus();
      else if (of[0]) focus(of[0]);
    });
  const save = async (): Promise<void> => {
    const [{ saveFile }, { csvOf }] = await Promise.all([
      import('../../settings/data-export/save-file'),
      import('./csv'),
    ]);
    saveFile(new Blob([csvOf(links)], { type: 'text/csv;charset=utf-8' }), 'links.csv');
  };

  const most = Math.min(total, MOST_BY_PAGE);
  const actions: ReactNode = (
    <BulkActions
      all={most > links.length ? most : 0}
      selectAll={() => void selection.all().catch(() => toast(t('failed'), { kind: 'error' }))}
      gathering={selection.isGathering}
      progress={progress}
      pause={() => void apply(links, { action: 'pause' })}
      activate={() => void apply(links, { action: 'activate' })}
      change={() => dialogs.open('change', chosen())}
      save={() => void save()}
      remove={() => dialogs.open('delete', chosen())}
    />
  );
  return {
    selection: {
      selected: new Set(selection.links.keys()),
      onChange: selection.choose,
      nameOf: (link: Link) => shortAddress(link.short_url),
      actions,
    },
    report: refused.length > 0 && <BulkReport refused={refused} close={() => setRefused([])} />,
    dialogs: (
      <>
        {dialogs.of('change').map((dialog) => (
          <ChangeLinks key={dialog.id} dialog={dialog} change={(of, change) => void apply(of.links, change)} />
        ))}
        {dialogs.of('delete').map((dialog) => (
          <DeleteLinks key={dialog.id} dialog={dialog} remove={(of) => void apply(of.links, { action: 'delete' })} />
        ))}
      </>
    ),
  };
}
