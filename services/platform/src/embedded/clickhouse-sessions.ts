/** One statement as it came over HTTP. */
export interface Statement {
  readonly sql: string;
  /** Format of the answer where the statement names none. */
  readonly format: string;
  readonly database: string;
  readonly settings: ReadonlyMap<string, string>;
  /** Values for `{name:Type}`, escaped as the HTTP interface has them. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** What of the engine a session needs: a connection runs one statement after the other. */
export interface Engine {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array }>;
}

interface Session {
  readonly engine: Engine;
  /** Empty: not known. */
  database: string;
  /** What was set on it before: settings stay with a connection of the engine, and must not reach the next statement. */
  dirty: Set<string>;
}

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Runs statements on a few connections of the engine, side by side. Each finds the settings of its own request and the defaults
 * of everything else, as on a server.
 */
export class ClickHouseSessions {
  private readonly idle: Session[] = [];
  private readonly waiting: ((session: Session) => void)[] = [];
  private opened = 0;

  constructor(
    private readonly connect: () => Engine,
    private readonly limit: number,
  ) {}

  async run(statement: Statement): Promise<Uint8Array> {
    const session = await this.take();
    try {
      const before = prepare(session, statement);
      const result = await session.engine.queryAsync([...before, statement.sql].join('; '), {
        format: statement.format,
      });
      // Known only now: what failed half-way may have set some of it and not the rest.
      session.dirty = new Set(statement.settings.keys());
      session.database = statement.database;
      return result.bytes();
    } finally {
      this.giveBack(session);
    }
  }

  private async take(): Promise<Session> {
    const session = this.idle.pop();
    if (session) return session;
    if (this.opened < this.limit) {
      this.opened += 1;
      return { engine: this.connect(), database: 'default', dirty: new Set() };
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private giveBack(session: Session): void {
    const next = this.waiting.shift();
    if (next) next(session);
    else this.idle.push(session);
  }
}

function prepare(session: Session, { settings, parameters, database }: Statement): string[] {
  const values = new Map(settings);
  // Parameters of before need no reset: a statement names only those that come with it.
  for (const [name, value] of parameters) values.set(`param_${name}`, value);
  for (const name of values.keys()) if (!NAME.test(name)) throw new Error(`Code: 36. DB::Exception: bad name ${name}`);
  const statements = [...session.dirty].filter((name) => !values.has(name)).map((name) => `SET ${name} = DEFAULT`);
  for (const [name, value] of values) statements.push(`SET ${name} = ${literal(value)}`);
  if (database !== session.database) statements.push(`USE \`${database.replaceAll('`', '')}\``);
  for (const name of settings.keys()) session.dirty.add(name);
  session.database = '';
  return statements;
}

const literal = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
