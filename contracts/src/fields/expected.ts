import { z } from 'zod';

/** What a change expects of the thing that it changes: fields as GET has answered them, `shape` by the names of the change. */
export const expectedOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .partial()
    .describe(
      'What some of the fields were when they were read. Where one is neither that any more nor what it is changed to, nothing is changed: `request.changed_meanwhile`, at that field.',
    );
