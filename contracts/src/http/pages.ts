import { z } from 'zod';

/** Of lists that administrators turn the pages of. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const pagesSchema = z
  .object({ page: z.int(), limit: z.int(), total: z.int(), total_pages: z.int() })
  .meta({ id: 'Pages' });
export type Pages = z.output<typeof pagesSchema>;
