import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { timestampSchema } from '../text.js';

export const readinessCheckSchema = z
  .object({
    name: z.string().describe('`postgres`, `nats`, `clickhouse`, `outbox`, the name of a stream, ...'),
    state: z.enum(['ok', 'warning', 'failed']).describe('warning: it serves without.'),
    message: z.string().nullable().describe('What is wrong, as the process says it; null where nothing is.'),
  })
  .meta({ id: 'ReadinessCheck' });
export type ReadinessCheck = z.output<typeof readinessCheckSchema>;

const serviceReadinessSchema = z
  .object({
    name: z.string(),
    state: z
      .enum(['ready', 'not_ready', 'away'])
      .describe('not_ready: a check has failed. away: no process of it has answered.'),
    checks: z.array(readinessCheckSchema).describe('Of the process that answered.'),
  })
  .meta({ id: 'ServiceReadiness' });
export type ServiceReadiness = z.output<typeof serviceReadinessSchema>;

const checklistItemSchema = z
  .object({
    key: z.enum(['services', 'https', 'public_url', 'domain', 'mail', 'two_factor', 'google']),
    done: z.boolean().nullable().describe('null: who knows it could not be asked.'),
    optional: z.boolean(),
  })
  .meta({ id: 'ChecklistItem' });
export type ChecklistItem = z.output<typeof checklistItemSchema>;

export const deploymentSchema = z
  .object({
    checked_at: timestampSchema,
    ready: z.boolean().describe('Whether each service is.'),
    services: z.array(serviceReadinessSchema),
    checklist: z.array(checklistItemSchema),
    public_url: z.string().nullable().describe('That the app is reached by, in mails as well; null: not set.'),
    main_domain: z.string().nullable().describe('Of short links; null: there is none, or it could not be asked.'),
  })
  .meta({ id: 'Deployment' });
export type Deployment = z.output<typeof deploymentSchema>;

export const getDeployment = defineEndpoint({
  operationId: 'getDeployment',
  method: 'get',
  path: '/api/admin/deployment',
  summary: 'Whether the installation is ready: each service and its stores, looked at now, and what is set up',
  tag: 'deployment',
  auth: 'session',
  permission: 'admin:read',
  success: { status: 200, body: deploymentSchema, description: 'What was found' },
  errors: [],
});
