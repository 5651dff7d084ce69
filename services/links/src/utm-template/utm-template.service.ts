import {
  CAMPAIGN,
  type changeUtmTemplateRpc,
  type createUtmTemplateRpc,
  type MemberCaller,
  MOST_UTM_TEMPLATES,
  type RpcInput,
  type UtmTemplate,
  utmTemplateSchema,
} from '@linkway/contracts';
import { AppError, fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import type { Transaction } from '../transaction.js';
import { nameKey, UtmTemplateRepository, type UtmTemplateRow, type UtmValues } from './utm-template.repository.js';

/** Campaign parameters that a workspace keeps. An unknown template and another workspace's are `utm_templates.not_found` alike. */
@Injectable()
export class UtmTemplateService {
  constructor(
    private readonly templates: UtmTemplateRepository,
    private readonly idempotency: IdempotencyService,
  ) {}

  async list({ workspace_id }: MemberCaller): Promise<{ data: UtmTemplate[] }> {
    return { data: (await this.templates.list(workspace_id)).map(view) };
  }

  /** Asked for once more with the same values, it is the one that is there. Throws `utm_templates.empty`, `utm_templates.name_taken`, `utm_templates.limit_reached`. */
  async create(
    { idempotency_key: key, ...input }: RpcInput<typeof createUtmTemplateRpc>,
    { workspace_id }: MemberCaller,
  ): Promise<UtmTemplate> {
    const reply = utmTemplateSchema;
    const repeatable: Repeatable<typeof reply> = {
      scope: `workspace:${workspace_id}`,
      key,
      request: { utm_template: input },
      password: undefined,
      reply,
    };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;
    requireValue(input);
    return this.idempotency.once(repeatable, null, async (manager) => {
      await this.templates.takeTurn(workspace_id, manager);
      const same = await this.templates.named(workspace_id, input.name, manager);
      if (same && same.name === input.name && CAMPAIGN.every((parameter) => same[parameter] === input[parameter]))
        return view(same);
      if (same) throw fieldError('name', 'utm_templates.name_taken');
      if ((await this.templates.count(workspace_id, manager)) >= MOST_UTM_TEMPLATES)
        throw new AppError('utm_templates.limit_reached', { limit: MOST_UTM_TEMPLATES });
      return view(await this.templates.put(workspace_id, { ...input, id: uuidv7() }, manager));
    });
  }

  /** Throws `utm_templates.not_found`, `utm_templates.name_taken`, `utm_templates.empty`. */
  change(
    { id, ...change }: RpcInput<typeof changeUtmTemplateRpc>,
    { workspace_id }: MemberCaller,
  ): Promise<UtmTemplate> {
    return this.templates.inTurn(workspace_id, async (manager) => {
      const former = await this.templates.find(workspace_id, id, manager);
      if (!former) throw new AppError('utm_templates.not_found');
      const sent = Object.entries(change).filter(([, value]) => value !== undefined);
      const next: UtmTemplateRow = { ...former, ...Object.fromEntries(sent) };
      requireValue(next);
      if (nameKey(next.name) !== nameKey(former.name)) await this.requireFree(workspace_id, next.name, manager);
      return view(await this.templates.put(workspace_id, next, manager));
    });
  }

  /** Throws `utm_templates.not_found`. */
  async delete(id: string, { workspace_id }: MemberCaller): Promise<void> {
    if (!(await this.templates.delete(workspace_id, id))) throw new AppError('utm_templates.not_found');
  }

  private async requireFree(workspaceId: string, name: string, manager: Transaction): Promise<void> {
    if (await this.templates.named(workspaceId, name, manager)) throw fieldError('name', 'utm_templates.name_taken');
  }
}

function requireValue(values: UtmValues): void {
  if (CAMPAIGN.every((parameter) => values[parameter] === '')) throw fieldError('utm_source', 'utm_templates.empty');
}

const view = ({ created_at, updated_at, ...template }: UtmTemplateRow): UtmTemplate => ({
  ...template,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
