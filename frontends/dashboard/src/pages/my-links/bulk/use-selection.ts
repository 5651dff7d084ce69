import { MOST_BULK_LINKS, MOST_BY_PAGE } from '@linkway/contracts/rules';
import { api, body, type Link } from '@linkway/kit/api';
import { useRef, useState } from 'react';
import { type ListQuery, wantedOf } from '../list-query';
import type { LinkPage } from '../use-links';

export interface LinkSelection {
  links: ReadonlyMap<string, Link>;
  /** Of the rows that are shown. */
  choose: (ids: ReadonlySet<string>) => void;
  set: (links: Iterable<Link>) => void;
  /** All that the list finds, up to so many as numbered pages reach. */
  all: () => Promise<void>;
  isGathering: boolean;
}

/** The links that are chosen: over all pages of a list, until it is another list. */
export function useSelection(query: ListQuery, rows: readonly Link[] | undefined): LinkSelection {
  const list = JSON.stringify(wantedOf({ ...query, page: 1 }));
  const [kept, setKept] = useState<{ list: string; links: ReadonlyMap<string, Link> }>({ list, links: new Map() });
  const [isGathering, setGathering] = useState(false);
  const asked = useRef(0);
  const links = kept.list === list ? kept.links : new Map<string, Link>();
  const set = (chosen: Iterable<Link>): void => {
    asked.current += 1;
    setKept({ list, links: new Map([...chosen].map((link) => [link.id, link])) });
  };
  return {
    links,
    isGathering,
    set,
    choose: (ids) => {
      const known = new Map([...links, ...(rows ?? []).map((link) => [link.id, link] as const)]);
      set([...ids].flatMap((id) => known.get(id) ?? []));
    },
    all: async () => {
      asked.current += 1;
      const mine = asked.current;
      setGathering(true);
      try {
        const found = await gather(query);
        if (asked.current === mine) set(found);
      } finally {
        setGathering(false);
      }
    },
  };
}

async function gather(query: ListQuery): Promise<Link[]> {
  const found: Link[] = [];
  let after: string | null | undefined;
  do {
    const place = after ? { starting_after: after } : {};
    const wanted = { ...wantedOf(query), page: 1, limit: MOST_BULK_LINKS, ...place };
    const { data, pagination }: LinkPage = await body(api.GET('/api/links', { params: { query: wanted } }));
    found.push(...data);
    after = pagination.next_starting_after;
  } while (after && found.length < MOST_BY_PAGE);
  return found.slice(0, MOST_BY_PAGE);
}
