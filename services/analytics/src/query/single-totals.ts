import type { ClickKind } from '@linkway/contracts';
import { patienceLeft, Together, withDeadline, withoutDeadline } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { KeptTotals, type OwnedLink, totalKey } from './kept-totals.js';

interface Wish {
  readonly link: OwnedLink;
  /** undefined: all. */
  readonly kind: ClickKind | undefined;
  /** null: whoever asked did not say how long they wait. */
  readonly deadline: number | null;
}

/** Of a question: what it names is in its address. */
const MOST = 50;
/** Questions begin no more often: three statements each, they are what an edit costs here. The first of a while is asked at once. */
const GATHER_MS = 25;

/**
 * Totals of one link each, as every answer to an edit tells one. Those that are asked for while others are being counted are counted
 * together, with the next question: nobody gets an answer that was counted before they asked.
 */
@Injectable()
export class SingleTotals {
  private readonly together = new Together<Wish, ReadonlyMap<string, number>>((wishes) => this.count(wishes), {
    most: MOST,
    gatherMs: GATHER_MS,
  });

  constructor(private readonly totals: KeptTotals) {}

  async ofLink(link: OwnedLink, kind?: ClickKind): Promise<number> {
    const left = patienceLeft();
    const counted = await this.together.ask({ link, kind, deadline: left === null ? null : performance.now() + left });
    return counted.get(keyOf({ link, kind })) ?? 0;
  }

  /** For as long as the most patient of them waits, not for as long as whoever happens to be served by the same turn. */
  private count(wishes: readonly Wish[]): Promise<ReadonlyMap<string, number>> {
    const work = () => this.ofKinds(wishes);
    const deadlines = wishes.map(({ deadline }) => deadline ?? Number.POSITIVE_INFINITY);
    const latest = Math.max(...deadlines);
    return Number.isFinite(latest) ? withDeadline(latest, work) : withoutDeadline(work);
  }

  /** One question for each kind: callers ask for people, those of a former release for all. */
  private async ofKinds(wishes: readonly Wish[]): Promise<ReadonlyMap<string, number>> {
    const kinds = [...new Set(wishes.map(({ kind }) => kind))];
    const counted = await Promise.all(
      kinds.map(async (kind) => {
        const links = wishes.filter((wish) => wish.kind === kind).map(({ link }) => link);
        const clicks = await this.totals.ofLinks(links, kind);
        return links.map((link) => [keyOf({ link, kind }), clicks.get(totalKey(link)) ?? 0] as const);
      }),
    );
    return new Map(counted.flat());
  }
}

const keyOf = ({ link, kind }: Pick<Wish, 'link' | 'kind'>): string => `${kind ?? ''}/${totalKey(link)}`;
