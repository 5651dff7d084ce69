import { openClickHouse } from '@linkway/platform/embedded';

/** A link and its workspace, and how many clicks it shall have. */
export interface Share {
  readonly workspaceId: string;
  readonly linkId: string;
  readonly code: string;
  readonly clicks: number;
}

/** What the clicks of one link come to, worked out from the rows themselves. */
export interface Loaded {
  readonly total: number;
  readonly unique: number;
}

type Client = ReturnType<Awaited<ReturnType<typeof openClickHouse>>['connect']>;

/** Less than what is asked for without `from`: that begins with a local day, and moves at midnight while the bench runs. */
export const DAYS = 28;
const OTHER_LINKS = 4_000;
const OTHER_WORKSPACES = 1_500;

const COLUMNS =
  'event_id, clicked_at, workspace_id, link_id, code, host, country, city, device, browser, os, referer, utm_source, ' +
  'utm_medium, utm_campaign, utm_term, utm_content, language, visitor, signed_in, kind, kind_reason, rule, user_agent';

/** The folder of the embedded engine, opened while the analytics service does not run. */
export class ClickLoad {
  readonly close: () => Promise<void>;
  private readonly client: Client;

  private constructor(client: Client, close: () => Promise<void>) {
    this.client = client;
    this.close = close;
  }

  static async open(path: string): Promise<ClickLoad> {
    const engine = await openClickHouse({ path });
    const client = engine.connect();
    for (const setting of [
      'max_insert_block_size = 1000000',
      'min_insert_block_size_rows = 1000000',
      'insert_deduplicate = 0',
    ]) {
      await client.command({ query: `SET ${setting}` });
    }
    return new ClickLoad(client, () => engine.stop());
  }

  /** Clicks of one link over the last days, up to `until`. */
  async add({ workspaceId, linkId, code, clicks }: Share, until: Date): Promise<void> {
    await this.insert(clicks, until, `toUUID('${workspaceId}')`, `toUUID('${linkId}')`, `'${code}'`, clicks / DAYS);
  }

  /** Clicks of some thousand links of other workspaces: a few have most, as it is in life. */
  async addOthers(clicks: number, until: Date): Promise<void> {
    // The square of an even number between 0 and 1 is often small.
    const link = `toUInt64(pow(rand64(11) / 18446744073709551615., 2) * ${OTHER_LINKS})`;
    const id = (of: string, number: string) => `reinterpretAsUUID(MD5(concat('${of}', toString(${number}))))`;
    await this.insert(
      clicks,
      until,
      id('workspace', `link % ${OTHER_WORKSPACES}`),
      id('link', 'link'),
      "concat('o', toString(link))",
      20_000,
      `${link} AS link,`,
    );
  }

  /** Clicks at or after an instant, of one kind or all, counted one by one. */
  async count(linkId: string, from: Date, kind?: string): Promise<Loaded> {
    const result = await this.client.query({
      query: `SELECT toUInt32(count()) AS total, toUInt32(uniqExact(visitor)) AS unique FROM clicks
              WHERE link_id = {link:UUID} AND clicked_at >= fromUnixTimestamp64Milli({from:Int64}) ${kind ? 'AND kind = {kind:String}' : ''}`,
      query_params: { link: linkId, from: from.getTime(), kind: kind ?? '' },
      format: 'JSONEachRow',
    });
    const [row] = await result.json<Loaded>();
    if (!row) throw new Error('a count has no row');
    return row;
  }

  private async insert(
    clicks: number,
    until: Date,
    workspace: string,
    link: string,
    code: string,
    visitorsADay: number,
    first = '',
  ): Promise<void> {
    await this.client.command({
      query: `INSERT INTO clicks (${COLUMNS})
        WITH ${first}
          cityHash64(number, 1) AS dice,
          fromUnixTimestamp64Milli(${until.getTime()} - toInt64(rand64(1) % ${DAYS * 86_400_000})) AS at,
          -- People: each has a place, a device and a language, and comes about twice on a day.
          toUInt64(rand64(2) % toUInt64(${Math.max(1, Math.round(visitorsADay / 2))})) AS person,
          cityHash64(person, toString(${link})) AS trait,
          trait % 100 AS who,
          ['VN','US','JP','SG','DE','FR','GB','IN','KR','AU','TH','ID','BR','CA','NL'] AS countries,
          countries[1 + toUInt64(pow((trait % 1000) / 1000, 2) * 15)] AS land,
          multiIf(who < 8, 'bot', who < 10, 'preview', who < 11, 'scanner', 'human') AS sort
        SELECT generateUUIDv4(number), at, ${workspace}, ${link}, ${code}, 'go.example.com', land,
          concat(land, ' city ', toString(intDiv(trait, 1000) % 30)),
          if(sort = 'bot', 'bot', ['mobile','mobile','mobile','desktop','desktop','tablet'][1 + intDiv(trait, 7) % 6]),
          ['Chrome','Chrome','Chrome','Safari','Safari','Edge','Firefox','Samsung Internet','Facebook'][1 + intDiv(trait, 11) % 9],
          ['Android','Android','iOS','iOS','Windows','Windows','macOS','Linux'][1 + intDiv(trait, 13) % 8],
          ['','','www.facebook.com','m.facebook.com','t.co','www.google.com','zalo.me','www.tiktok.com','www.youtube.com',
            concat('site', toString(dice % 200), '.example')][1 + intDiv(dice, 17) % 10],
          ['','','newsletter','facebook','google'][1 + intDiv(dice, 19) % 5],
          ['','','email','social','cpc'][1 + intDiv(dice, 19) % 5],
          if(intDiv(dice, 23) % 2 = 0, '', concat('campaign-', toString(intDiv(dice, 29) % 40))),
          '', if(intDiv(dice, 31) % 3 = 0, concat('banner-', toString(intDiv(dice, 37) % 10)), ''),
          ['vi','vi','vi','en','en','ja','de','fr','ko'][1 + intDiv(trait, 41) % 9],
          cityHash64(person, toString(${workspace}), toDate(at)), 0, sort, '', 'default',
          concat('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/', toString(120 + trait % 20), '.0.0.0 Safari/537.36')
        FROM numbers(${clicks})`,
    });
  }
}
