import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { isAddressOrNetwork, ruleBrowsers, ruleSystems } from '../rules/link-rules.js';
import { isCountry } from '../rules/locations.js';
import { idSchema, lineOfText, MAX_STORED_INT } from '../text.js';

/** What a visit of a link comes to, as the redirect names it. */
export const visitOutcomes = [
  'redirect',
  'password',
  'quarantined',
  'paused',
  'expired',
  'used_up',
  'scheduled',
  'wrong_domain',
  'unknown',
] as const;

/** Pages that a visit may be answered with in place of the redirect. */
export const pagesBefore = ['countdown', 'preview', 'cloak', 'app', 'tracker'] as const;
export type PageBefore = (typeof pagesBefore)[number];

export const abVariants = ['a', 'b'] as const;
export type AbVariant = (typeof abVariants)[number];

export const explanationQuerySchema = z.object({
  at: z.iso
    .datetime({ offset: true, error: 'links.expires_invalid' })
    .optional()
    .describe('The moment of the visit; now unless given.'),
  host: lineOfText(253).optional().describe("The host that is visited; the link's own unless given."),
  user_agent: lineOfText(512).optional().describe('Of the browser; it wins over device and system.'),
  device: z.enum(['mobile', 'tablet', 'desktop']).optional().describe('desktop unless given.'),
  system: z.enum(ruleSystems).optional().describe('None of these unless given; user_agent wins over it.'),
  browser: z.enum(ruleBrowsers).optional().describe('other unless given; user_agent wins over it.'),
  language: lineOfText(200)
    .optional()
    .describe('As the header Accept-Language has it: vi-VN,vi;q=0.9; none unless given.'),
  referrer: lineOfText(1_024)
    .optional()
    .describe('The address of the page that the visitor comes from; none unless given.'),
  ip: lineOfText(45)
    .refine((ip) => isAddressOrNetwork(ip) && !ip.includes('/'), { error: 'links.rule_ip_invalid' })
    .optional()
    .describe('Of the visitor; country and city follow from it unless they are given.'),
  city: lineOfText(100).optional().describe('Of the visitor, in English; not known unless given.'),
  visit_number: z.coerce
    .number({ error: 'links.rule_visits_invalid' })
    .int({ error: 'links.rule_visits_invalid' })
    .min(1, { error: 'links.rule_visits_invalid' })
    .max(MAX_STORED_INT, { error: 'links.rule_visits_invalid' })
    .optional()
    .describe('The how-manieth visit it is, as rules count them; the next one unless given.'),
  country: z
    .string()
    .refine(isCountry, { error: 'links.country_unknown' })
    .meta({ documented: { pattern: '^[A-Z]{2}$' } })
    .optional()
    .describe('Of the visitor, in capital letters (ISO 3166-1 alpha-2); not known unless given.'),
  variant: z
    .enum(abVariants, { error: 'request.field_type' })
    .optional()
    .describe('The one of the A/B test that the visitor is with; by ip and user_agent unless given, else not known.'),
  query: lineOfText(1_024).optional().describe('What the visit has after the ? of the short link, without it.'),
  password_given: z.enum(['true', 'false']).optional().describe("true: the visitor knows the link's password."),
});

export const explanationSchema = z
  .object({
    outcome: z.enum(visitOutcomes),
    status: z.int().describe('Of HTTP, that the visit would be answered with.'),
    destination: z
      .string()
      .nullable()
      .describe(
        'As the Location header would have it, of an A/B test of which it is not known that of a; null where it leads nowhere.',
      ),
    rule: z
      .string()
      .nullable()
      .describe(
        'What decided on the destination: default, fallback, rule:2 (the second of the rules), country:VN, device:mobile, device:ios, ab:a, ab:b, ab (an A/B test, of which it is not known) and so on; null without one.',
      ),
    rule_name: z.string().optional().describe('Of the rule of the link that decided, where it has a name.'),
    variants: z
      .array(
        z.object({
          variant: z.enum(abVariants),
          percent: z.int().describe('Of those who take part.'),
          destination: z.string(),
        }),
      )
      .optional()
      .describe('Both of the A/B test that the visit takes part in; absent where it takes part in none.'),
    host: z.string().describe('That the visit was decided for; * of a link for any host, where none was given.'),
    page: z
      .enum(pagesBefore)
      .nullable()
      .describe(
        'What the visitor is shown in place of the redirect: countdown: a page that waits; preview: the card of the link; cloak: the destination in a frame; app: a page that opens the app; tracker: a page that lets trackers count; null: none.',
      ),
    app_url: z
      .string()
      .optional()
      .describe('What the page `app` opens first, before the destination; absent on other pages.'),
    clicks_used: z.int().nullable().describe('Of a link with a click cap, by which it was decided; null without one.'),
  })
  .meta({ id: 'Explanation' });

export const explainLink = defineEndpoint({
  operationId: 'explainLink',
  method: 'get',
  path: '/api/links/{id}/explain',
  summary: 'What a visit of a link would come to, by the decision of the redirect itself; it is no click',
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
  params: z.object({ id: idSchema }),
  query: explanationQuerySchema,
  success: { status: 200, body: explanationSchema, description: 'The decision' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'links.rule_ip_invalid',
    'links.rule_visits_invalid',
    'links.not_found',
    'service.busy',
    'service.unavailable',
  ],
  forward: { to: 'qry.redirect.explain.v1' },
});
export const explainLinkRpc = forwardedRpc(explainLink);
