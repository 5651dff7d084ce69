import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MAX_CAMPAIGN_LENGTH, MAX_UTM_TEMPLATE_NAME, MOST_UTM_TEMPLATES } from '../rules/campaign.js';
import { idSchema, lineOfText, timestampSchema } from '../text.js';

const name = lineOfText(MAX_UTM_TEMPLATE_NAME)
  .min(1, { error: 'utm_templates.name_required' })
  .describe('Once in a workspace, whatever its case.');
const value = lineOfText(MAX_CAMPAIGN_LENGTH);
const values = {
  utm_source: value,
  utm_medium: value,
  utm_campaign: value,
  utm_term: value,
  utm_content: value,
};

export const utmTemplateSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    utm_source: z.string().describe('Empty: the template says nothing of it, as with the others.'),
    utm_medium: z.string(),
    utm_campaign: z.string(),
    utm_term: z.string(),
    utm_content: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'UtmTemplate' });
export type UtmTemplate = z.output<typeof utmTemplateSchema>;

export const createUtmTemplateSchema = z
  .strictObject({
    name,
    utm_source: value.default(''),
    utm_medium: value.default(''),
    utm_campaign: value.default(''),
    utm_term: value.default(''),
    utm_content: value.default(''),
  })
  .meta({ id: 'CreateUtmTemplate' });

export const changeUtmTemplateSchema = z
  .strictObject({ name, ...values })
  .partial()
  .meta({ id: 'ChangeUtmTemplate' });

const params = z.object({ id: idSchema });

export const listUtmTemplates = defineEndpoint({
  operationId: 'listUtmTemplates',
  method: 'get',
  path: '/api/utm-templates',
  summary: `The workspace's templates of campaign parameters, by name; ${MOST_UTM_TEMPLATES} at most`,
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'refused',
  success: {
    status: 200,
    body: z.object({ data: z.array(utmTemplateSchema).max(MOST_UTM_TEMPLATES) }),
    description: 'All of them',
  },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.links.utm-templates.v1' },
});
export const listUtmTemplatesRpc = forwardedRpc(listUtmTemplates);

export const createUtmTemplate = defineEndpoint({
  operationId: 'createUtmTemplate',
  method: 'post',
  path: '/api/utm-templates',
  summary: 'Keep campaign parameters under a name; the same once more is the same template',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  body: createUtmTemplateSchema,
  success: { status: 201, body: utmTemplateSchema, description: 'The template' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'request.idempotency_mismatch',
    'utm_templates.name_required',
    'utm_templates.name_taken',
    'utm_templates.empty',
    'utm_templates.limit_reached',
  ],
  forward: { to: 'cmd.links.create-utm-template.v1', withIdempotencyKey: true },
});
export const createUtmTemplateRpc = forwardedRpc(createUtmTemplate);

export const changeUtmTemplate = defineEndpoint({
  operationId: 'changeUtmTemplate',
  method: 'patch',
  path: '/api/utm-templates/{id}',
  summary: 'Rename a template or change its parameters; links that were made with it stay as they are',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params,
  body: changeUtmTemplateSchema,
  success: { status: 200, body: utmTemplateSchema, description: 'The template as it is now' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'utm_templates.not_found',
    'utm_templates.name_required',
    'utm_templates.name_taken',
    'utm_templates.empty',
  ],
  forward: { to: 'cmd.links.change-utm-template.v1' },
});
export const changeUtmTemplateRpc = forwardedRpc(changeUtmTemplate);

export const deleteUtmTemplate = defineEndpoint({
  operationId: 'deleteUtmTemplate',
  method: 'delete',
  path: '/api/utm-templates/{id}',
  summary: 'Delete a template; links that were made with it stay as they are',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'refused',
  params,
  success: { status: 204, description: 'Deleted' },
  errors: ['auth.unauthenticated', 'utm_templates.not_found'],
  forward: { to: 'cmd.links.delete-utm-template.v1' },
});
export const deleteUtmTemplateRpc = forwardedRpc(deleteUtmTemplate);
