import {
  DATA_EXPORT_PORTION,
  type ExportedPortion,
  type ExportedTable,
  exportedPortion,
  type LinkDifference,
} from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { CampaignRepository } from '../campaign/campaign.repository.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { toldAuthor } from '../history/changed-by.js';
import { VersionRepository } from '../history/version.repository.js';
import { differencesOf, domainsIn } from '../history/version.values.js';
import { LinkService } from '../link/link.service.js';
import { ScheduledChangeRepository } from '../schedule/scheduled-change.repository.js';
import { UtmTemplateRepository } from '../utm-template/utm-template.repository.js';
import { DataExportRepository } from './data-export.repository.js';

const isFull = (rows: readonly unknown[]): boolean => rows.length === DATA_EXPORT_PORTION;

const byField = (differences: readonly LinkDifference[]): Record<string, unknown> =>
  Object.fromEntries(differences.map(({ field, before, after }) => [field, { before, after }]));

/** What links holds of one workspace as lists. */
@Injectable()
export class DataExportService {
  constructor(
    private readonly rows: DataExportRepository,
    private readonly links: LinkService,
    private readonly templates: UtmTemplateRepository,
    private readonly campaigns: CampaignRepository,
    private readonly versions: VersionRepository,
    private readonly scheduled: ScheduledChangeRepository,
    private readonly domains: DomainRepository,
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
          // By their place, from 1.
          rules: Object.fromEntries((link.rules ?? []).map((rule, index) => [index + 1, rule])),
        }),
        placeOf: ({ id }) => id,
        more: isFull(links),
      });
    },
    link_versions: async (workspaceId, from) => {
      const after = from === null ? null : (JSON.parse(from) as [string, number]);
      const versions = await this.versions.export(workspaceId, after, DATA_EXPORT_PORTION);
      const domains = await this.domains.findAll(domainsIn(versions.map(({ changed }) => changed)));
      return exportedPortion({ service: 'links', table: 'link_versions' }, versions, {
        cellsOf: ({ link_id, number, at, done_by, changed }) => {
          const { kind: by, user_id, api_key_id } = toldAuthor(done_by);
          return {
            link_id,
            version: number,
            at: at.toISOString(),
            by,
            user_id,
            api_key_id,
            is_scheduled: done_by?.scheduled ?? false,
            restored_version: done_by?.restored ?? null,
            changes: byField(differencesOf(changed, domains)),
          };
        },
        placeOf: ({ link_id, number }) => JSON.stringify([link_id, number]),
        more: isFull(versions),
      });
    },
    scheduled_changes: async (workspaceId, from) => {
      const after = from === null ? null : (JSON.parse(from) as [string, string]);
      const rows = await this.scheduled.export(workspaceId, after, DATA_EXPORT_PORTION);
      return exportedPortion({ service: 'links', table: 'scheduled_changes' }, rows, {
        cellsOf: ({ id, link_id, due_at, changes, state, code, planned_by, created_at, settled_at }) => {
          const { kind: by, user_id, api_key_id } = toldAuthor(planned_by);
          return {
            id,
            link_id,
            due_at: due_at.toISOString(),
            changes,
            state,
            code,
            by,
            user_id,
            api_key_id,
            created_at: created_at.toISOString(),
            settled_at: settled_at?.toISOString() ?? null,
          };
        },
        placeOf: ({ link_id, id }) => JSON.stringify([link_id, id]),
        more: isFull(rows),
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
    campaigns: async (workspaceId, from) => {
      const campaigns = await this.campaigns.exported(workspaceId, from);
      return exportedPortion({ service: 'links', table: 'campaigns' }, campaigns, {
        cellsOf: ({ workspace_id: _workspace, user_id: _user, created_at, updated_at, ...campaign }) => ({
          ...campaign,
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        }),
        placeOf: ({ id }) => id,
        more: isFull(campaigns),
      });
    },
    appeals: async (workspaceId, from) => {
      const appeals = await this.rows.appeals(workspaceId, from);
      return exportedPortion({ service: 'links', table: 'appeals' }, appeals, {
        cellsOf: ({ created_at, decided_at, ...appeal }) => ({
          ...appeal,
          created_at: created_at.toISOString(),
          decided_at: decided_at?.toISOString() ?? null,
        }),
        placeOf: ({ id }) => id,
        more: isFull(appeals),
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
