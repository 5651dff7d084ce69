import { z } from 'zod';

/** One wrong field of a request: `field` is its path (`device_targeting.mobile`), `code` is stable, `detail` is for people. */
export const fieldErrorSchema = z.object({ field: z.string(), code: z.string(), detail: z.string() });
export type FieldError = z.output<typeof fieldErrorSchema>;

/** RFC 9457 problem details, the body of every error answer, over HTTP and over NATS. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    errors: z.array(fieldErrorSchema).optional(),
    trace_id: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.output<typeof problemSchema>;
