import {
  analyticsExportPortionRpc,
  beginDataExportRpc,
  type Caller,
  DATA_EXPORT_PORTION,
  type ExportedAccount,
  type ExportedCell,
  type ExportedPortion,
  type ExportingService,
  exportedTables,
  identityExportPortionRpc,
  linksExportPortionRpc,
  type RpcInput,
} from '@linkway/contracts';
import { AppError, fieldError, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';

const PASSWORD = 'secret-1';

/** Lists that have as many rows as a test says; each cell tells its column and the number of its row. */
class Lists {
  counts: Record<string, number> = {};
  /** Portions of a list are refused from this row on. */
  breaksAt: Record<string, number> = {};
  /** So many questions are refused before any is answered. */
  refusing = 0;
  /** Rows that were asked for, in all. */
  asked = 0;
  callers: string[] = [];
  /** What a cell holds in place of its usual text. */
  cells: Record<string, ExportedCell> = {};
  /** Another release has its columns in another order, and some more. */
  isOther = false;
  wait: () => Promise<void> = async () => {};

  constructor(private readonly service: ExportingService) {}

  protected async answer(table: string, from: string | null, caller: Caller): Promise<ExportedPortion> {
    if (this.refusing > 0) {
      this.refusing -= 1;
      throw new AppError('service.unavailable');
    }
    await this.wait();
    if (caller.kind === 'session') this.callers.push(caller.user_id);
    const own = (exportedTables[this.service] as Readonly<Record<string, readonly string[]>>)[table] ?? [];
    const columns = this.isOther ? ['of_another_release', ...own].reverse() : [...own];
    const first = Number(from ?? 0);
    const all = this.counts[table] ?? 0;
    const size = Math.min(DATA_EXPORT_PORTION, all - first);
    if (first + size > (this.breaksAt[table] ?? Number.POSITIVE_INFINITY)) throw new AppError('service.internal');
    this.asked += size;
    const cellOf = (column: string, row: number) => this.cells[column] ?? `${column} ${row}`;
    const rows = Array.from({ length: size }, (_, index) => columns.map((column) => cellOf(column, first + index)));
    return { columns, rows: rows as ExportedPortion['rows'], next: first + size < all ? String(first + size) : null };
  }
}

/** Answers as identity does. */
@Controller()
export class IdentityExports extends Lists {
  begun: { input: RpcInput<typeof beginDataExportRpc>; userId: string }[] = [];
  language: 'en' | 'vi' | null = null;
  avatar: Buffer | null = null;
  refusal: AppError | null = null;
  /** Before it is answered that an export may begin. */
  waitToBegin: () => Promise<void> = async () => {};

  constructor() {
    super('identity');
  }

  @Rpc(beginDataExportRpc)
  async begin(
    input: RpcInput<typeof beginDataExportRpc>,
    { caller }: RpcCall<typeof beginDataExportRpc>,
  ): Promise<ExportedAccount> {
    if (input.current_password !== PASSWORD) throw fieldError('current_password', 'auth.current_password_wrong');
    if (this.refusal) throw this.refusal;
    this.begun.push({ input, userId: caller.user_id });
    await this.waitToBegin();
    return {
      profile: {
        id: caller.user_id,
        workspace_id: caller.workspace_id,
        email: 'ada@example.com',
        email_verified_at: null,
        full_name: '=Ada',
        phone: null,
        timezone: 'UTC',
        avatar_url: null,
        role: 'user',
        status: 'active',
        subscription_type: 'basic',
        subscription_end_date: null,
        monthly_links_limit: 50,
        has_password: true,
        deletion_at: null,
        created_at: '2026-11-01T00:00:00.000Z',
        updated_at: '2026-11-01T00:00:00.000Z',
      },
      settings: {
        language: this.language,
        display_mode: null,
        timezone: null,
        default_domain: null,
        auto_delete_links: false,
        auto_delete_links_since: null,
        two_factor: { enabled: false, enabled_at: null, recovery_codes_left: 0 },
      },
      avatar: this.avatar?.toString('base64') ?? null,
    };
  }

  @Rpc(identityExportPortionRpc)
  portion(
    { table, from }: RpcInput<typeof identityExportPortionRpc>,
    { caller }: RpcCall<typeof identityExportPortionRpc>,
  ): Promise<ExportedPortion> {
    return this.answer(table, from, caller);
  }
}

/** Answers as links does. */
@Controller()
export class LinksExports extends Lists {
  constructor() {
    super('links');
  }

  @Rpc(linksExportPortionRpc)
  portion(
    { table, from }: RpcInput<typeof linksExportPortionRpc>,
    { caller }: RpcCall<typeof linksExportPortionRpc>,
  ): Promise<ExportedPortion> {
    return this.answer(table, from, caller);
  }
}

/** Answers as analytics does. */
@Controller()
export class AnalyticsExports extends Lists {
  constructor() {
    super('analytics');
  }

  @Rpc(analyticsExportPortionRpc)
  portion(
    { table, from }: RpcInput<typeof analyticsExportPortionRpc>,
    { caller }: RpcCall<typeof analyticsExportPortionRpc>,
  ): Promise<ExportedPortion> {
    return this.answer(table, from, caller);
  }
}
