import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { MAX_MONTHLY_LINKS_LIMIT, PLAN_MONTHLY_LINKS } from '../rules/plans.js';
import { idSchema, isStorableTime, lineOfText, timestampSchema } from '../text.js';
import { avatarUrlSchema } from './auth.js';
import { pageQuery, pagesSchema } from './pages.js';

export const userRoleSchema = z.enum(['user', 'admin'], { error: 'request.field_type' });
export type UserRole = z.output<typeof userRoleSchema>;

export const userStatusSchema = z
  .enum(['active', 'disabled', 'suspended'], { error: 'request.field_type' })
  .describe('disabled, suspended: nobody signs in to the account, its sessions are over, and its links are paused.');
export type UserStatus = z.output<typeof userStatusSchema>;

export const subscriptionTypeSchema = z.enum(['basic', 'premium'], { error: 'request.field_type' });
export type SubscriptionType = z.output<typeof subscriptionTypeSchema>;

/** What identity knows of a user, for administrators. */
export const userAccountSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.string(),
  role: userRoleSchema,
  status: userStatusSchema,
  workspace_id: z.uuid(),
  subscription_type: subscriptionTypeSchema,
  subscription_end_date: timestampSchema.nullable().describe('null: without end.'),
  monthly_links_limit: z.int(),
  phone: z.string().nullable(),
  avatar_url: avatarUrlSchema,
  email_verified_at: timestampSchema
    .nullable()
    .describe('When the owner showed that the address is theirs; null: not yet.'),
  two_factor_enabled: z.boolean(),
  last_sign_in_at: timestampSchema.nullable().describe('null: none, or so long ago that it is not kept.'),
  deletion_at: timestampSchema
    .nullable()
    .optional()
    .describe('When it will be deleted, as its owner has asked; null: it stays.'),
  created_at: timestampSchema.describe('Registration date.'),
});
export type UserAccount = z.output<typeof userAccountSchema>;

export const adminUserSchema = userAccountSchema
  .extend({
    links_count: z.int().nullable().describe('null while the links service cannot be asked.'),
    monthly_links_used: z.int().nullable().describe('Links this month; null while the links service cannot be asked.'),
    clicks_count: z.int().nullable().describe('All clicks of people ever; null while statistics cannot be asked.'),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof adminUserSchema>;

export const userSortSchema = z.enum(['newest', 'oldest', 'email', 'email_desc', 'name', 'name_desc']);
export type UserSort = z.output<typeof userSortSchema>;

export const listUsersQuerySchema = pageQuery.extend({
  search: lineOfText(200).optional().describe('Part of the email or the full name, upper or lower case alike.'),
  role: userRoleSchema.optional(),
  subscription_type: subscriptionTypeSchema.optional(),
  status: userStatusSchema.optional(),
  sort: userSortSchema.default('newest'),
});
export type ListUsersQuery = z.output<typeof listUsersQuerySchema>;

const limitFault = { error: 'users.monthly_links_limit_invalid' };

export const updateUserSchema = z.strictObject({
  status: userStatusSchema.optional(),
  role: userRoleSchema.optional(),
  subscription_type: subscriptionTypeSchema
    .optional()
    .describe(
      `Another plan brings its monthly limit (basic ${PLAN_MONTHLY_LINKS.basic}, premium ${PLAN_MONTHLY_LINKS.premium}) unless monthly_links_limit is sent; basic has no end date.`,
    ),
  monthly_links_limit: z.int(limitFault).min(0, limitFault).max(MAX_MONTHLY_LINKS_LIMIT, limitFault).optional(),
  subscription_end_date: z.iso
    .datetime({ offset: true, error: 'users.subscription_end_date_invalid', abort: true })
    .refine(isStorableTime, { error: 'users.subscription_end_date_invalid' })
    .nullable()
    .optional()
    .describe('Of a premium plan; null: without end. Another one than now is still to come.'),
});
export type UpdateUser = z.output<typeof updateUserSchema>;

const idParams = z.object({ id: idSchema });
const admin = { tag: 'users', auth: 'session', permission: 'admin:users' } as const;

export const listUsers = defineEndpoint({
  ...admin,
  operationId: 'listUsers',
  method: 'get',
  path: '/api/admin/users',
  summary: 'Everybody who has an account',
  query: listUsersQuerySchema,
  success: {
    status: 200,
    body: z.object({ data: z.array(adminUserSchema), pagination: pagesSchema }),
    description: 'One page of them',
  },
  errors: ['request.invalid'],
});

export const getUser = defineEndpoint({
  ...admin,
  operationId: 'getUser',
  method: 'get',
  path: '/api/admin/users/{id}',
  summary: 'One of them',
  params: idParams,
  success: { status: 200, body: adminUserSchema, description: 'The user' },
  errors: ['request.invalid', 'users.not_found'],
});

export const updateUser = defineEndpoint({
  ...admin,
  operationId: 'updateUser',
  method: 'patch',
  path: '/api/admin/users/{id}',
  summary: 'Change status, role or plan of a user; fields that are not sent stay as they are',
  params: idParams,
  body: updateUserSchema,
  success: { status: 200, body: adminUserSchema, description: 'The user as changed' },
  errors: [
    'request.invalid',
    'users.not_found',
    'users.own_account',
    'users.last_admin',
    'users.monthly_links_limit_invalid',
    'users.subscription_end_date_invalid',
    'users.subscription_end_date_basic',
    'users.subscription_end_date_past',
  ],
});

export const deleteUser = defineEndpoint({
  ...admin,
  operationId: 'deleteUser',
  method: 'delete',
  path: '/api/admin/users/{id}',
  summary: 'Delete a user and all that is theirs, at once and for good',
  params: idParams,
  success: { status: 204, description: 'Deleted; services remove what they hold of it within a short time' },
  errors: ['request.invalid', 'users.not_found', 'users.own_account', 'users.last_admin'],
});
