import { MOST_BULK_LINKS } from '@linkway/contracts/rules';
import { asProblem, type ChangedLinks, type ChangeLinks, type Link } from '@linkway/kit/api';
import { loadPart } from '@linkway/kit/base';
import { useRef, useState } from 'react';
import { useLinksChanged } from '../../../data/queries';

export type BulkChange = Omit<ChangeLinks, 'ids'>;
type Changed = ChangedLinks['data'][number];

export interface BulkResult {
  changed: readonly Changed[];
  /** With why. */
  refused: readonly { link: Link; code: string | null; detail: string }[];
}

/** Does the same with many links, in portions, one after the other. */
export function useBulk() {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const running = useRef(false);
  const changed = useLinksChanged();

  const run = async (links: readonly Link[], change: BulkChange): Promise<BulkResult | null> => {
    if (running.current) return null;
    running.current = true;
    const result: { changed: Changed[]; refused: BulkResult['refused'][number][] } = { changed: [], refused: [] };
    try {
      for (let at = 0; at < links.length; at += MOST_BULK_LINKS) {
        setProgress({ done: at, of: links.length });
        const portion = links.slice(at, at + MOST_BULK_LINKS);
        try {
          // With what forms are sent by, which the list itself does without.
          const { sendPortion } = await loadPart(() => import('./send-portion'));
          const answer = await sendPortion({ ids: portion.map(({ id }) => id), ...change });
          for (const one of answer.data) {
            const link = portion.find(({ id }) => id === one.id);
            // Gone is what was wanted.
            const refused = one.code !== null && !(change.action === 'delete' && one.code === 'links.not_found');
            if (refused && link) result.refused.push({ link, code: one.code, detail: one.detail ?? '' });
            else if (one.changed) result.changed.push(one);
          }
          // What all others would meet as well is not asked for again for each hundred of them.
          const end = answer.data.find(({ code }) => code === 'links.changes_exceeded');
          if (end) {
            const why = { code: end.code, detail: end.detail ?? '' };
            result.refused.push(...links.slice(at + MOST_BULK_LINKS).map((link) => ({ link, ...why })));
            break;
          }
        } catch (error) {
          const { detail } = asProblem(error);
          result.refused.push(...links.slice(at).map((link) => ({ link, code: null, detail })));
          break;
        }
      }
    } finally {
      running.current = false;
      setProgress(null);
      void changed();
    }
    return result;
  };
  return { progress, run };
}
