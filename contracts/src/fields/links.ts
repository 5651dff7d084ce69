import { z } from 'zod';
import { deepLinkFault } from '../rules/deep-links.js';
import {
  isHttpUrl,
  MAX_CLICKS,
  MAX_DESCRIPTION_LENGTH,
  MAX_PREVIEW_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
  MOST_COUNTDOWN_SECONDS,
  queryPassings,
} from '../rules/links.js';
import { isLocation, MAX_LOCATIONS } from '../rules/locations.js';
import { type TrackerProvider, trackerFault } from '../rules/trackers.js';
import {
  idSchema,
  isStorableTime,
  lineOfText,
  linesOfText,
  MAX_STORED_INT,
  nearestStorableTime,
  timestampSchema,
} from '../text.js';
import { newAbTestSchema, routedAbTestSchema, toldAbTestSchema } from './ab-test.js';
import { type LinkRule, newRulesSchema, toldRulesSchema } from './link-rules.js';
import { tagsSchema } from './tags.js';

const required = (code: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? code : 'request.field_type';

// Only the form is judged here; whether the address may be shortened (private, a loop) the links service decides.
const addressSchema = (missing: string) =>
  z
    .string({ error: required(missing) })
    .trim()
    .min(1, { error: missing, abort: true })
    .max(MAX_URL_LENGTH, { error: 'request.field_too_long', abort: true })
    .refine(isHttpUrl, { error: 'links.url_invalid' })
    .meta({ documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]' } });
export const urlSchema = addressSchema('links.url_required');

export const deviceTargetingSchema = z
  .strictObject({
    mobile: urlSchema.optional(),
    tablet: urlSchema.optional(),
    desktop: urlSchema.optional(),
  })
  .meta({ id: 'DeviceTargeting' });

/** Beside `deviceTargetingSchema`, which those who read it take no new field in. */
export const systemTargetingSchema = z
  .strictObject({
    ios: urlSchema.optional().describe('iPhones and iPads.'),
    android: urlSchema.optional().describe('Whatever runs on Android.'),
  })
  .meta({ id: 'SystemTargeting' });

const deepLinkSchema = z
  .string({ error: 'request.field_type' })
  .trim()
  .max(MAX_URL_LENGTH, { error: 'request.field_too_long', abort: true })
  .superRefine((address, context) => {
    const fault = deepLinkFault(address);
    if (fault) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({ documented: { format: 'uri', pattern: '^[A-Za-z][A-Za-z0-9+.-]*://' } });

/** Addresses of apps; what they lead to without the app is the destination. */
export const deepLinksSchema = z
  .strictObject({
    ios: deepLinkSchema.optional().describe('On iPhones and iPads.'),
    android: deepLinkSchema.optional().describe('On whatever runs on Android.'),
  })
  .meta({ id: 'DeepLinks' });

const trackerSchema = (provider: TrackerProvider) =>
  z
    .string({ error: 'request.field_type' })
    .trim()
    .max(MAX_URL_LENGTH, { error: 'request.field_too_long', abort: true })
    .superRefine((id, context) => {
      const fault = trackerFault(provider, id);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    });

export const trackersSchema = z
  .strictObject({
    google_analytics: trackerSchema('google_analytics').optional().describe('Of a web stream, G-ABC1234567.'),
    facebook_pixel: trackerSchema('facebook_pixel').optional().describe('Digits.'),
    google_ads: trackerSchema('google_ads').optional().describe('AW-123456789, or a conversion as AW-123456789/label.'),
    tiktok_pixel: trackerSchema('tiktok_pixel').optional().describe('Capital letters and digits.'),
    custom: trackerSchema('custom').optional().describe('The https address of a picture that browsers load.'),
  })
  .meta({ id: 'Trackers' });
export const locationTargetingSchema = z
  .record(
    z
      .string()
      .refine(isLocation)
      .meta({ documented: { pattern: '^([A-Z]{2}|other)$' } }),
    urlSchema,
    { error: ({ code }) => (code === 'invalid_key' ? 'links.country_unknown' : 'request.field_type') },
  )
  .refine((targets) => Object.keys(targets).length <= MAX_LOCATIONS, { error: 'links.locations_too_many' })
  .meta({ id: 'LocationTargeting' });

/** What the destinations of one link may take in all, in characters of a Location header: it bounds a change's event. */
export const MAX_DESTINATIONS_LENGTH = 8_192;

/** Characters of one Location header: a longer one is more than common proxies and clients take. */
export const MAX_LOCATION_LENGTH = 8_000;

/** A destination in the form of a Location header. No route of any release was longer. */
export const locationSchema = z.string().max(MAX_DESTINATIONS_LENGTH);

const routedTrackersSchema = z.object({
  google_analytics: z.string().optional(),
  facebook_pixel: z.string().optional(),
  google_ads: z.string().optional(),
  tiktok_pixel: z.string().optional(),
  custom: locationSchema.optional(),
});

/** What applications are shown that draw a card for the link; a text that is left out is empty. */
export const customPreviewSchema = z
  .strictObject({
    title: lineOfText(MAX_TITLE_LENGTH).optional(),
    description: lineOfText(MAX_PREVIEW_DESCRIPTION_LENGTH).optional(),
    image_url: urlSchema.optional(),
  })
  .meta({ id: 'CustomPreview' });
const routedPreviewSchema = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  image_url: locationSchema.optional(),
});

/**
 * An event that cannot be read is worse than one whose end is moved by an age: a time beyond the years that can be stored
 * becomes the nearest one, with whoever writes and whoever reads.
 */
const storableTime = z.preprocess(nearestStorableTime, z.iso.datetime());

const momentOfLink = z.iso
  .datetime({ offset: true, error: 'links.expires_invalid', abort: true })
  .refine(isStorableTime, { error: 'links.expires_invalid' });

/** What a link has for the systems that it tells apart. */
const ofSystems = <S extends z.ZodType>(address: S) =>
  z.object({ ios: address.optional(), android: address.optional() });

/** One field of a link, wherever it is carried. */
interface LinkField {
  /** As it is sent with a new link or a change; one that is left out is not set, or stays as it is. */
  readonly sent: z.ZodType;
  /** Only changes have it. */
  readonly changeOnly?: true;
  /** A change may send null, and this is what it does. */
  readonly off?: string;
  /** What a change of a whole means, where that needs saying. */
  readonly changing?: string;
  /** As the link's owner sees it. A new field's is optional: links of the former release are without it. */
  readonly shown: z.ZodType;
  /** A moment, with whatever offset it was sent. */
  readonly time?: true;
  /** What a new link has that was made without it. */
  readonly empty: unknown;
  /** Told to those who keep account of links. */
  readonly told: boolean;
  /** As the redirect needs it; a new field's is optional, and left out where the link has none. Not there: the redirect does without. */
  readonly routed?: z.ZodType;
}

/**
 * The fields of a link that nothing but their value decides on. From this table follow what is sent and changed (`http/links.ts`), the
 * link that is answered, the state that events tell (`events/links/link.ts`) and the route (`events/links/route.ts`), and in links the
 * draft, the change and the mappings; its column is named as the field is.
 */
export const linkFields = {
  title: { sent: lineOfText(MAX_TITLE_LENGTH), shown: z.string(), empty: '', told: true },
  description: { sent: linesOfText(MAX_DESCRIPTION_LENGTH), shown: z.string(), empty: '', told: true },
  tags: {
    sent: tagsSchema,
    changing: 'Replaces all of them; [] takes them off.',
    shown: z.array(z.string()).optional().describe('Absent: none, or told by a service of the former release.'),
    empty: [] as string[],
    told: true,
  },
  campaign_id: {
    sent: idSchema.toLowerCase().describe('A campaign of the workspace (links.campaign_unavailable).'),
    off: 'null: of none.',
    shown: z
      .uuid()
      .nullable()
      .optional()
      .describe('null, or not there: of none. For a moment it may be one that was deleted.'),
    empty: null,
    told: false,
  },
  expires_at: {
    sent: momentOfLink,
    off: 'null: never; a past time ends the link now.',
    time: true,
    shown: timestampSchema.nullable(),
    empty: null,
    told: true,
    routed: storableTime.nullable(),
  },
  max_clicks: {
    sent: z
      .int({ error: 'links.max_clicks_invalid' })
      .min(1, { error: 'links.max_clicks_invalid' })
      .max(MAX_CLICKS, { error: 'links.max_clicks_invalid' })
      .describe(
        'Visits of people only: bots, previews, prefetches and HEAD requests use up nothing, and open the link until it is used up.',
      ),
    off: 'null: no limit.',
    shown: z.int().nullable(),
    empty: null,
    told: true,
    routed: z.int().max(MAX_STORED_INT).nullable(),
  },
  device_targeting: {
    sent: deviceTargetingSchema,
    changing: 'Replaces the whole; {} takes it off.',
    shown: deviceTargetingSchema,
    empty: {},
    told: false,
    routed: z
      .object({
        mobile: locationSchema.optional(),
        tablet: locationSchema.optional(),
        desktop: locationSchema.optional(),
      })
      .nullable(),
  },
  starts_at: {
    sent: momentOfLink.describe('Before it the link does not open; it must lie before expires_at.'),
    off: 'null: from the beginning.',
    time: true,
    shown: timestampSchema.nullable().optional().describe('Not there: null.'),
    empty: null,
    told: true,
    routed: storableTime.nullable().optional(),
  },
  fallback_url: {
    sent: urlSchema.describe(
      'Where visitors are led once the link is over: after expires_at, or when its clicks are used up.',
    ),
    off: 'null: visitors are told that it is over.',
    shown: z.string().nullable().optional().describe('Not there: null.'),
    empty: null,
    told: false,
    routed: locationSchema.nullable().optional(),
  },
  hide_referrer: {
    sent: z
      .boolean({ error: 'request.field_type' })
      .describe('true: the destination is not told where its visitors come from.'),
    shown: z.boolean().optional().describe('Not there: false.'),
    empty: false,
    told: false,
    routed: z.boolean().optional(),
  },
  query_passing: {
    sent: z
      .enum(queryPassings, { error: 'links.query_passing_invalid' })
      .describe(
        "What becomes of a visit's own query parameters. off: they are dropped; append: those that the destination does not have are added to it; replace: all are, in place of the destination's by the same names.",
      ),
    shown: z.enum(queryPassings).optional().describe('Not there: off.'),
    empty: 'off',
    told: false,
    routed: z.enum(queryPassings).optional(),
  },
  countdown_seconds: {
    sent: z
      .int({ error: 'links.countdown_invalid' })
      .min(1, { error: 'links.countdown_invalid' })
      .max(MOST_COUNTDOWN_SECONDS, { error: 'links.countdown_invalid' })
      .describe('So long people see a page that says where they are led. Programs are led there at once.'),
    off: 'null: everybody is led there at once.',
    shown: z.int().nullable().optional().describe('Not there: null.'),
    empty: null,
    told: false,
    routed: z.int().nullable().optional(),
  },
  custom_preview: {
    sent: customPreviewSchema.describe('Shown by chats, posts and mails in place of what the destination has.'),
    changing: 'Replaces the whole; {} takes it off.',
    shown: customPreviewSchema.optional().describe('Not there: {}.'),
    empty: {},
    told: false,
    routed: routedPreviewSchema.optional(),
  },
  system_targeting: {
    sent: systemTargetingSchema.describe('Destinations by operating system, before device_targeting.'),
    changing: 'Replaces the whole; {} takes it off.',
    shown: ofSystems(z.string()).optional().describe('Not there: {}.'),
    empty: {},
    told: false,
    routed: ofSystems(locationSchema).optional(),
  },
  location_targeting: {
    sent: locationTargetingSchema.describe(
      'Destinations by the country of the visitor, in capital letters (ISO 3166-1 alpha-2), before system_targeting and device_targeting; other: of every country that is not named. Whose country is not known is led as if there were none.',
    ),
    changing: 'Replaces the whole; {} takes it off.',
    shown: z.record(z.string(), z.string()).optional().describe('Not there: {}.'),
    empty: {},
    told: false,
    routed: z.record(z.string(), locationSchema).optional(),
  },
  is_cloaked: {
    sent: z
      .boolean({ error: 'request.field_type' })
      .describe(
        "true: people stay at the short link's own address and see the destination in a frame there. A destination that forbids frames cannot be seen so.",
      ),
    shown: z.boolean().optional().describe('Not there: false.'),
    empty: false,
    told: false,
    routed: z.boolean().optional(),
  },
  deep_links: {
    sent: deepLinksSchema.describe(
      'Apps that people are led to by their system: by a scheme of the app (myapp://page) or an address of the web that it opens. Who does not have the app is led to the destination.',
    ),
    changing: 'Replaces the whole; {} takes it off.',
    shown: ofSystems(z.string()).optional().describe('Not there: {}.'),
    empty: {},
    told: false,
    routed: ofSystems(locationSchema).optional(),
  },
  trackers: {
    sent: trackersSchema.describe(
      'What counts people beside Linkway, by provider; they see a page for a second. Those whose browser asks not to be tracked (DNT, Sec-GPC) are led on without.',
    ),
    changing: 'Replaces the whole; {} takes it off.',
    shown: routedTrackersSchema.optional().describe('Not there: {}.'),
    empty: {},
    told: false,
    routed: routedTrackersSchema.optional(),
  },
  rules: {
    sent: newRulesSchema(addressSchema('links.rule_url_required')).describe(
      'In their order: the first that holds for a visit leads to its url, before location_targeting and what follows it.',
    ),
    changing: 'Replaces all of them; [] takes them off.',
    shown: toldRulesSchema(z.string()).optional().describe('Not there: [].'),
    empty: [] as LinkRule[],
    told: false,
    routed: toldRulesSchema(locationSchema).optional(),
  },
  ab_test: {
    sent: newAbTestSchema(addressSchema('links.ab_url_required')).describe(
      'Leads a part of the people elsewhere who would be led to the destination itself, after rules and all targeting. Programs always get the destination.',
    ),
    off: 'null: everybody is led to the destination.',
    shown: toldAbTestSchema(z.string()).nullable().optional().describe('Not there: null.'),
    empty: null,
    told: false,
    routed: routedAbTestSchema(locationSchema).nullable().optional(),
  },
  is_active: {
    sent: z.boolean({ error: 'request.field_type' }),
    changeOnly: true,
    shown: z.boolean(),
    empty: true,
    told: true,
    routed: z.boolean(),
  },
} as const satisfies Record<string, LinkField>;

type Fields = typeof linkFields;
export type LinkFieldName = keyof Fields;
export const linkFieldNames = Object.keys(linkFields) as LinkFieldName[];

type With<Rule> = { [Name in LinkFieldName as Fields[Name] extends Rule ? Name : never]: Fields[Name] };
type Without<Rule> = { [Name in LinkFieldName as Fields[Name] extends Rule ? never : Name]: Fields[Name] };
type Sent = { readonly sent: z.ZodType };

type NewShape = { [Name in keyof Without<{ changeOnly: true }>]: z.ZodOptional<Fields[Name]['sent']> };
type ChangeShape = {
  [Name in LinkFieldName]: z.ZodOptional<
    Fields[Name] extends Sent & { off: string } ? z.ZodNullable<Fields[Name]['sent']> : Fields[Name]['sent']
  >;
};
type ShownShape = { [Name in LinkFieldName]: Fields[Name]['shown'] };
type ToldShape = { [Name in keyof With<{ told: true }>]: Fields[Name]['shown'] };
type RoutedFields = With<{ routed: z.ZodType }>;
type RoutedShape = { [Name in keyof RoutedFields]: RoutedFields[Name]['routed'] };

const described = (schema: z.ZodType, text: string | undefined): z.ZodType =>
  text === undefined ? schema : schema.describe(text);

function changeOf({ sent, off, changing }: LinkField): z.ZodType {
  return described(off === undefined ? sent.optional() : sent.nullable().optional(), off ?? changing);
}

/** The schemas of those fields for which there is one. */
const shape = (schemaOf: (field: LinkField) => z.ZodType | undefined) =>
  Object.fromEntries(
    linkFieldNames.flatMap((name) => {
      const schema = schemaOf(linkFields[name]);
      return schema ? [[name, schema]] : [];
    }),
  ) as unknown;

export const newFields = shape(({ sent, changeOnly }) => (changeOnly ? undefined : sent.optional())) as NewShape;
export const changedFields = shape(changeOf) as ChangeShape;
export const shownFields = shape(({ shown }) => shown) as ShownShape;
export const toldFields = shape(({ shown, told }) => (told ? shown : undefined)) as ToldShape;
export const routedFields = shape(({ routed }) => routed) as RoutedShape;
export type RoutedFieldName = keyof RoutedFields;
export type ToldFieldName = keyof With<{ told: true }>;
