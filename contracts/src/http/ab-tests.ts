import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { abVerdicts, LEAST_TESTED, MOST_TEST_DAYS } from '../rules/ab-test.js';
import { idSchema, timestampSchema } from '../text.js';
import { abVariants } from './explanations.js';

const variantSchema = z.object({
  variant: z.enum(abVariants),
  url: z.string(),
  percent: z.int().describe('Of those who take part.'),
  clicks: z.int(),
  people: z
    .int()
    .describe(
      'Whom it led, by UTC day: who comes back on another day counts again. Who was led to both on one day counts for the first.',
    ),
  conversions: z.int().describe('Of these people, those who followed the goal link afterwards, on the same UTC day.'),
  rate: z.number().nullable().describe('conversions / people; null without people or without a goal.'),
});

export const abTestResultsSchema = z
  .object({
    since: timestampSchema.describe('When the test was changed last, but for its goal.'),
    from: timestampSchema.describe(
      `Clicks are counted from here: since, or the start of the UTC day ${MOST_TEST_DAYS - 1} days ago.`,
    ),
    to: timestampSchema,
    goal_link_id: z.uuid().nullable(),
    goal: z
      .object({ short_url: z.string(), title: z.string() })
      .nullable()
      .describe('The goal link; null: there is none, or none any more.'),
    variants: z.array(variantSchema).describe('a, then b.'),
    uplift: z.number().nullable().describe('The rate of b by that of a, less 1; null where a has no conversions.'),
    p_value: z
      .number()
      .nullable()
      .describe('Of the two-sided z-test of two proportions, pooled; null where there is not enough to test.'),
    verdict: z
      .enum(abVerdicts)
      .describe(
        `no_goal: there is nothing to compare by; not_enough: fewer than ${LEAST_TESTED} people with a variant, or fewer than five conversions (or people without) to be expected of one; no_difference: a p_value of 0.05 or more; a_better, b_better.`,
      ),
    least_people: z.int().describe('People whom each variant has to have.'),
  })
  .meta({ id: 'AbTestResults' });
export type AbTestResults = z.output<typeof abTestResultsSchema>;

export const getAbTestResults = defineEndpoint({
  operationId: 'getAbTestResults',
  method: 'get',
  path: '/api/links/{id}/ab-test',
  summary: 'What the A/B test of a link came to, of people alone, since it was changed last',
  tag: 'analytics',
  auth: 'session',
  permission: 'analytics:read',
  scopes: 'kept',
  params: z.object({ id: idSchema }),
  success: { status: 200, body: abTestResultsSchema, description: 'People, clicks and conversions by variant' },
  errors: ['auth.unauthenticated', 'links.not_found', 'links.ab_test_not_found', 'service.busy', 'service.unavailable'],
  forward: { to: 'qry.analytics.ab-test.v1', timeoutMs: 15_000 },
});
export const abTestResultsRpc = forwardedRpc(getAbTestResults);
