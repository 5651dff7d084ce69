import type { Route, RowKey, RpcInput, RpcReply, resolveKeysRpc, routeVersionsRpc } from '@linkway/contracts';
import { type Row, versionsReply } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { routeOf } from '../link/link.mapper.js';
import { Places } from './places.js';
import { type KnownCode, RouteRepository } from './route.repository.js';

/** An answer about many codes stays well below what NATS carries (1 MiB). */
const MAX_ANSWER_BYTES = 512 * 1024;
/** Of what redirects ask before they say no: anybody can make them ask. */
const AT_ONCE = 3;
const MAY_WAIT = 60;

/** Links as the redirect needs them: for its questions, and for comparing its copy. */
@Injectable()
export class RouteService {
  private readonly places = new Places(AT_ONCE, MAY_WAIT);

  constructor(private readonly routes: RouteRepository) {}

  /** Every route of a code, on any host. */
  async resolve(code: string): Promise<Route[]> {
    return (await this.places.use(() => this.routes.live([code]))).flatMap((known) => routeOfCode(known) ?? []);
  }

  /** The same for many codes; the last ones are left out where the answer would get too big. */
  async resolveMany(codes: readonly string[]): Promise<RpcReply<typeof resolveKeysRpc>> {
    const byCode = new Map<string, Route[]>(codes.map((code) => [code, []]));
    for (const route of routesOf(await this.places.use(() => this.routes.live(codes))))
      byCode.get(route.code)?.push(route);
    return fitting(codes.map((code) => byCode.get(code) ?? []));
  }

  /** Those of the keys that lead somewhere; the last ones are left out where the answer would get too big. */
  async resolveKeys(keys: RpcInput<typeof resolveKeysRpc>['keys']): Promise<RpcReply<typeof resolveKeysRpc>> {
    const flat = keys.flatMap(({ code, hosts }) => hosts.map((host): RowKey => [code, host]));
    const known = await this.places.use(() => this.routes.liveOf(flat));
    const found = new Map(routesOf(known).map((route) => [nameOf(route.code, route.host), route]));
    return fitting(keys.map(({ code, hosts }) => hosts.flatMap((host) => found.get(nameOf(code, host)) ?? [])));
  }

  async range(after: RowKey | null, limit: number): Promise<Row<Route>[]> {
    return (await this.routes.range(after, limit)).map(rowOf);
  }

  /** The routes that are not as the one who asks has them. */
  async versions(input: RpcInput<typeof routeVersionsRpc>): Promise<RpcReply<typeof routeVersionsRpc>> {
    const { keys, fields } = input;
    // Where content counts all are read; the many questions about versions alone are answered from the index.
    const positions = keys.some(({ digest }) => digest) ? [...keys.keys()] : await this.routes.differing(keys);
    const asked = positions.flatMap((at) => keys[at] ?? []);
    if (asked.length === 0) return { rows: [], checked: keys.length };
    const rows = (await this.routes.ofKeys(asked.map(({ key }) => key))).map(rowOf);
    const reply = versionsReply({ keys: asked, fields }, rows);
    return { rows: reply.rows, checked: positions[reply.checked] ?? keys.length };
  }
}

const routesOf = (known: readonly KnownCode[]): Route[] => known.flatMap((one) => routeOfCode(one) ?? []);

/** A host has no space. */
const nameOf = (code: string, host: string): string => `${host} ${code}`;

/** As many of the answers, in order, as fit into one. */
function fitting(answers: readonly Route[][]): { routes: Route[]; checked: number } {
  const routes: Route[] = [];
  let bytes = 0;
  let checked = 0;
  for (const found of answers) {
    bytes += found.length === 0 ? 0 : JSON.stringify(found).length;
    if (bytes > MAX_ANSWER_BYTES && checked > 0) break;
    routes.push(...found);
    checked += 1;
  }
  return { routes, checked };
}

const rowOf = (known: KnownCode): Row<Route> => ({
  key: [known.code.code, known.code.host],
  version: known.code.version,
  content: routeOfCode(known),
});

/** null: the code leads nowhere. */
export function routeOfCode({ code, link, domain }: KnownCode): Route | null {
  if (!code.is_live || link === null || link.host !== code.host || link.short_code !== code.code) return null;
  return routeOf(link, domain, code);
}
