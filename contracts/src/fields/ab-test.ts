import { z } from 'zod';
import { DEFAULT_PERCENT_B, isPercent } from '../rules/ab-test.js';
import { idSchema, timestampSchema } from '../text.js';

const percentSchema = z
  .number({ error: 'links.ab_percent_invalid' })
  .refine(isPercent, { error: 'links.ab_percent_invalid' })
  .meta({ documented: { type: 'integer', minimum: 0, maximum: 100 } });

/** `url`: how its destination is sent. */
export const newAbTestSchema = (url: z.ZodType<string>) =>
  z
    .strictObject({
      url_b: url.describe('Where the others are led.'),
      percent_b: percentSchema
        .default(DEFAULT_PERCENT_B)
        .describe('Percent of those who take part that are led to url_b; 0 and 100: none of them, all of them.'),
      sticky: z
        .boolean({ error: 'request.field_type' })
        .default(false)
        .describe(
          'true: a cookie keeps people with the same destination when their network changes, unless their browser asks not to be tracked.',
        ),
      goal_link_id: idSchema
        .nullable()
        .default(null)
        .describe(
          'Another link of the workspace: who follows it after the visit, on the same day, has reached the goal.',
        ),
    })
    .meta({ id: 'NewAbTest' });

/** `url`: how its destination is told. */
export const toldAbTestSchema = <Url extends z.ZodType>(url: Url) =>
  z.object({
    url_b: url,
    percent_b: z.int(),
    sticky: z.boolean(),
    goal_link_id: z.uuid().nullable(),
    since: timestampSchema.describe(
      'When its destinations, its split or sticky were changed last. Results begin there.',
    ),
  });

/** As the redirect keeps it, in whose documents nothing is null: what is left out is. */
export const routedAbTestSchema = <Url extends z.ZodType>(url: Url) =>
  toldAbTestSchema(url).extend({ goal_link_id: z.uuid().nullable().default(null) });

export type NewAbTest = z.output<ReturnType<typeof newAbTestSchema>>;
export type AbTest = z.output<ReturnType<typeof toldAbTestSchema<z.ZodString>>>;
