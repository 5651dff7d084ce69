import { z } from 'zod';

/** What somebody has chosen for their links. A former release does not say: then it is as if nothing was chosen. */
export const linkSettingsSchema = z.object({
  default_domain: z.uuid().nullable().describe('Of a link that is made without a domain; null: the main one.'),
  auto_delete_links_since: z.iso
    .datetime()
    .nullable()
    .describe('Since when links are deleted that have expired; null: they stay.'),
});
export type LinkSettings = z.output<typeof linkSettingsSchema>;

export const toldLinkSettings = linkSettingsSchema.partial().shape;
