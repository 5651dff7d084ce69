import { DATA_EXPORT_PORTION, type ExportedPortion, type ExportedTable, exportedPortion } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { LinkService } from '../link/link.service.js';
import { UtmTemplateRepository } from '../utm-template/utm-template.repository.js';
import { DataExportRepository } from './data-export.repository.js';

const isFull = (rows: readonly unknown[]): boolean => rows.length === DATA_EXPORT_PORTION;

/** What links holds of one workspace as lists. */
@Injectable()
export class DataExportService {
  constructor(
    private readonly rows: DataExportRepository,
    private readonly links: LinkService,
    private readonly templates: UtmTemplateRepository,
  ) {}

  /** Rows of that workspace, and of no other. */
  portion(table: ExportedTable<'links'>, workspaceId: string, from: string | null): Promise<ExportedPortion> {
    return this.readers[table](workspaceId, from);
  }

  private readonly readers: Record<
    ExportedTable<'links'>,
    (workspaceId: string, from: string | null) => Promise<ExportedPortion>
  > = {
    links: async (workspaceId, from) => {
      const links = await this.rows.links(workspaceId, from);
      const shown = await this.links.replies(links);
      const rows = shown.map((reply, index) => ({ ...reply, host: links[index]?.host ?? '' }));
      return exportedPortion({ service: 'links', table: 'links' }, rows, {
        cellsOf: ({ domain, workspace_id: _workspace, user_id: _user, ...link }) => ({
          ...link,
          domain_id: domain?.id ?? null,
          tags: link.tags ?? [],
        }),
        placeOf: ({ id }) => id,
        more: isFull(links),
      });
    },
    reserved_codes: async (workspaceId, from) => {
      const codes = await this.rows.reservedCodes(workspaceId, from);
      return exportedPortion({ service: 'links', table: 'reserved_codes' }, codes, {
        cellsOf: ({ host, code, link_id, updated_at }) => ({
          host,
          short_code: code,
          link_id,
          updated_at: updated_at.toISOString(),
        }),
        placeOf: ({ host, code }) => JSON.stringify([code, host]),
        more: isFull(codes),
      });
    },
    monthly_usage: async (workspaceId, from) => {
      const months = await this.rows.months(workspaceId, from);
      return exportedPortion({ service: 'links', table: 'monthly_usage' }, months, {
        cellsOf: ({ month, used }) => ({ month, links_created: used }),
        placeOf: ({ month }) => month,
        more: isFull(months),
      });
    },
    utm_templates: async (workspaceId, from) => {
      const templates = await this.templates.exported(workspaceId, from);
      return exportedPortion({ service: 'links', table: 'utm_templates' }, templates, {
        cellsOf: ({ created_at, updated_at, ...template }) => ({
          ...template,
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        }),
        placeOf: ({ id }) => id,
        more: isFull(templates),
      });
    },
    webhooks: async (workspaceId, from) => {
      const webhooks = await this.rows.webhooks(workspaceId, from);
      return exportedPortion({ service: 'links', table: 'webhooks' }, webhooks, {
        cellsOf: ({
          id,
          url,
          description,
          events,
          bot_clicks,
          is_active,
          disabled_reason,
          dropped_count,
          ...webhook
        }) => ({
          id,
          url,
          description,
          events,
          bot_clicks,
          is_active,
          disabled_reason,
          failing_since: webhook.failing_since?.toISOString() ?? null,
          dropped_count,
          created_at: webhook.created_at.toISOString(),
          updated_at: webhook.updated_at.toISOString(),
        }),
        placeOf: ({ id }) => id,
        more: isFull(webhooks),
      });
    },
  };
}
