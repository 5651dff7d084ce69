import { linkDeleted, linkUpdated, type RowKey } from '@linkway/contracts';
import { type Emit, pageOf, Republisher, type RepublishPage, type RepublishSource } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { routeOf, stateOf } from '../link/link.mapper.js';
import { type KnownCode, RouteRepository } from './route.repository.js';
import { routeOfCode } from './route.service.js';

/** Tells of every code once more: of the link that it leads to, or that it leads nowhere. */
@Injectable()
export class RouteRepublish implements OnModuleInit, RepublishSource {
  readonly name = 'links';
  readonly table = 'codes';

  constructor(
    private readonly routes: RouteRepository,
    private readonly republisher: Republisher,
  ) {}

  onModuleInit(): void {
    this.republisher.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<RepublishPage | null> {
    const codes = await this.routes.range(after, limit);
    const moved = await this.whereTheyAre(codes.filter(hasMoved));
    return pageOf(
      codes,
      ({ code }) => [code.code, code.host],
      (known, emit) => tellOf(known, moved, emit),
    );
  }

  private async whereTheyAre(codes: readonly KnownCode[]): Promise<Map<string, KnownCode>> {
    if (codes.length === 0) return new Map();
    const keys = codes.flatMap(({ link }) => (link ? [[link.short_code, link.host]] : []));
    const found = await this.routes.ofKeys(keys);
    return new Map(found.filter(({ code }) => code.is_live).map((known) => [known.code.link_id, known]));
  }
}

/** The code leads nowhere, but its link lives on under another one. */
const hasMoved = (known: KnownCode): boolean => routeOfCode(known) === null && known.link !== null;

function tellOf(known: KnownCode, moved: ReadonlyMap<string, KnownCode>, emit: Emit): void {
  const { code, link } = known;
  const key = { host: code.host, code: code.code, version: code.version };
  const route = routeOfCode(known);
  if (route && link) return emit(linkUpdated, { route, link: stateOf(link), previous: null });
  const now = moved.get(code.link_id);
  // A deletion would take the living link's counters with it, so it is told as the move that it was.
  if (now?.link) {
    const { link: living, domain, code: own } = now;
    return emit(linkUpdated, { route: routeOf(living, domain, own), link: stateOf(living), previous: key });
  }
  // It moved on between the two looks, and that move tells of itself.
  if (link) return;
  emit(linkDeleted, { link_id: code.link_id, workspace_id: code.workspace_id, key });
}
