import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MOST_SCHEDULE_AHEAD_DAYS, MOST_SCHEDULED_CHANGES, SETTLED_CHANGES_KEPT_DAYS } from '../rules/link-history.js';
import { idSchema, isStorableTime, timestampSchema } from '../text.js';
import { linkAuthorSchema } from './link-history.js';
import { updateLinkSchema } from './links.js';
import { urlErrors } from './url-errors.js';

/** A password is not kept for later. */
export const plannedChangesSchema = updateLinkSchema.omit({ password: true });
export type PlannedChanges = z.output<typeof plannedChangesSchema>;

const dueSchema = z.iso
  .datetime({ offset: true, error: 'links.scheduled_time_invalid', abort: true })
  .refine(isStorableTime, { error: 'links.scheduled_time_invalid' })
  .describe(`When it is done; in the future, and ${MOST_SCHEDULE_AHEAD_DAYS} days ahead at most.`);

export const scheduleChangeSchema = z.strictObject({
  due_at: dueSchema,
  changes: plannedChangesSchema
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: 'links.scheduled_empty',
    })
    .describe('As of a change of the link; fields that are not there stay as they are. At least one.'),
});
export type ScheduleChange = z.output<typeof scheduleChangeSchema>;

export const scheduledChangeSchema = z
  .object({
    id: z.uuid(),
    due_at: timestampSchema,
    changes: z.record(z.string(), z.unknown()).describe('As they were sent.'),
    state: z
      .string()
      .describe('coming; done; unneeded, where the link was so already; failed, where it could not be done then.'),
    code: z.string().nullable().describe('Why it failed, as a change of the link would have then; null: it did not.'),
    detail: z.string().nullable().describe('The same in words, in the language that was asked for.'),
    by: linkAuthorSchema.describe('Who planned it.'),
    created_at: timestampSchema,
    settled_at: timestampSchema.nullable().describe('When it was done, or failed; null: it is coming.'),
  })
  .meta({ id: 'ScheduledChange' });
export type ScheduledChange = z.output<typeof scheduledChangeSchema>;

const linkParams = z.object({ id: idSchema });

export const listScheduledChanges = defineEndpoint({
  operationId: 'listScheduledChanges',
  method: 'get',
  path: '/api/links/{id}/scheduled-changes',
  summary: `Changes of a link that are coming, the next one first, and those that are over, for ${SETTLED_CHANGES_KEPT_DAYS} days`,
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
  params: linkParams,
  success: {
    status: 200,
    body: z.object({ data: z.array(scheduledChangeSchema) }),
    description: 'All that are coming, and the last ones that are over',
  },
  errors: ['auth.unauthenticated', 'request.invalid', 'links.not_found'],
  forward: { to: 'qry.links.scheduled-changes.v1', withLanguage: true },
});
export const listScheduledChangesRpc = forwardedRpc(listScheduledChanges);

export const scheduleLinkChange = defineEndpoint({
  operationId: 'scheduleLinkChange',
  method: 'post',
  path: '/api/links/{id}/scheduled-changes',
  summary: `Plan a change of a link, of which ${MOST_SCHEDULED_CHANGES} may be coming; at its time it is done under the rules of any change`,
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  params: linkParams,
  body: scheduleChangeSchema,
  success: { status: 201, body: scheduledChangeSchema, description: 'The change that is coming' },
  errors: [
    'auth.unauthenticated',
    'auth.outside_key_scope',
    'request.invalid',
    'request.idempotency_mismatch',
    'links.not_found',
    'links.scheduled_empty',
    'links.scheduled_time_invalid',
    'links.scheduled_in_past',
    'links.scheduled_too_far',
    'links.scheduled_too_many',
    ...urlErrors,
    'links.destinations_too_long',
    'links.starts_after_end',
    'links.tag_invalid',
    'links.tags_too_many',
    'links.code_invalid',
    'links.code_reserved',
    'links.code_taken',
    'links.domain_unavailable',
    'links.changes_exceeded',
  ],
  forward: { to: 'cmd.links.schedule-change.v1', bodyAs: 'scheduled', withIdempotencyKey: true },
});
export const scheduleLinkChangeRpc = forwardedRpc(scheduleLinkChange);

export const cancelScheduledChange = defineEndpoint({
  operationId: 'cancelScheduledChange',
  method: 'delete',
  path: '/api/links/{id}/scheduled-changes/{change_id}',
  summary: 'Cancel a change that is coming, or forget one that failed',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  params: z.object({ id: idSchema, change_id: idSchema }),
  success: { status: 204, description: 'It is not there any more' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'links.not_found',
    'links.scheduled_not_found',
    'links.scheduled_over',
  ],
  forward: { to: 'cmd.links.cancel-scheduled-change.v1' },
});
export const cancelScheduledChangeRpc = forwardedRpc(cancelScheduledChange);
