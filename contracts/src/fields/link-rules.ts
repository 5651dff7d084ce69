import { z } from 'zod';
import {
  conditionFault,
  MAX_CONDITION_VALUES,
  MAX_GROUP_CONDITIONS,
  MAX_RULE_GROUPS,
  MAX_RULE_NAME_LENGTH,
  MAX_RULES,
  MAX_RULES_LENGTH,
} from '../rules/link-rules.js';
import { lineOfText } from '../text.js';

const text = z.string({ error: 'request.field_type' }).max(300, { error: 'request.field_too_long' });

/** One form for all kinds, as what reads it has to bear kinds that it does not know. */
const conditionFields = {
  kind: text.describe(
    'language, country, city, device, system, browser, time_of_day, weekday, date, query, referrer, visit_number or ip.',
  ),
  is_not: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe('true: it holds where it otherwise would not. What is not known of a visitor is neither.'),
  values: z
    .array(text, { error: 'request.field_type' })
    .max(MAX_CONDITION_VALUES, { error: 'links.rule_values_invalid' })
    .optional()
    .describe(
      'One of these. language: tags that the best of the visitor begins with (vi, en-GB); country: ISO 3166-1 alpha-2; city: names in English; device: mobile, tablet, desktop; system: ios, android, windows, macos, linux, chromeos; browser: chrome, firefox, safari, edge, other; weekday: monday and so on; referrer: hosts, with their subdomains; ip: addresses and networks (CIDR).',
    ),
  from: text.optional().describe('time_of_day: HH:MM; date: a moment in ISO 8601. Included.'),
  to: text.optional().describe('As from, and not included. A time of day before from is of the next day.'),
  time_zone: text.optional().describe('Of time_of_day and weekday, by its name: Asia/Ho_Chi_Minh.'),
  name: text.optional().describe("query: the parameter's."),
  op: text.optional().describe('query: is, contains, present (with whatever value) or no_value.'),
  value: text.optional().describe('query: of is and contains.'),
  none: z
    .boolean({ error: 'request.field_type' })
    .optional()
    .describe('referrer: true in place of values: there is none.'),
  at_least: z.int({ error: 'links.rule_visits_invalid' }).optional().describe('visit_number: from 1.'),
  at_most: z
    .int({ error: 'links.rule_visits_invalid' })
    .optional()
    .describe(
      'visit_number. Visits of people are counted from when the link first has such a condition or max_clicks.',
    ),
};

const sentCondition = z
  .strictObject(conditionFields)
  .superRefine((condition, context) => {
    const fault = conditionFault(condition);
    if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.code });
  })
  .meta({ id: 'NewRuleCondition' });

const counted = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  z
    .array(schema, { error: 'request.field_type' })
    .min(1, { error: 'links.rule_conditions_count' })
    .max(most, { error: 'links.rule_conditions_count' });

/** `url`: how a destination is sent. */
export const newRulesSchema = (url: z.ZodType<string>) =>
  z
    .array(
      z
        .strictObject({
          name: lineOfText(MAX_RULE_NAME_LENGTH).optional(),
          url,
          any_of: counted(
            z.strictObject({ all_of: counted(sentCondition, MAX_GROUP_CONDITIONS) }),
            MAX_RULE_GROUPS,
          ).describe('It holds where one of these does.'),
        })
        .meta({ id: 'NewLinkRule' }),
      { error: 'request.field_type' },
    )
    .max(MAX_RULES, { error: 'links.rules_too_many' })
    .refine((rules) => JSON.stringify(rules).length <= MAX_RULES_LENGTH, { error: 'links.rules_too_long' });

/** `url`: how a destination is told. Conditions of further kinds may come: who does not know one takes its rule for one that does not hold. */
export const toldRulesSchema = (url: z.ZodType<string>) =>
  z.array(
    z.object({
      name: z.string().optional(),
      url,
      any_of: z.array(
        z.object({
          all_of: z.array(
            z.object({
              kind: z.string(),
              is_not: z.boolean().optional(),
              values: z.array(z.string()).optional(),
              from: z.string().optional(),
              to: z.string().optional(),
              time_zone: z.string().optional(),
              name: z.string().optional(),
              op: z.string().optional(),
              value: z.string().optional(),
              none: z.boolean().optional(),
              at_least: z.int().optional(),
              at_most: z.int().optional(),
            }),
          ),
        }),
      ),
    }),
  );
export type LinkRule = z.output<ReturnType<typeof toldRulesSchema>>[number];
