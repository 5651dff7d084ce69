import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { languageTextsSchema } from '../http/languages.js';

const offered = z.object({ code: z.string(), name: z.string(), texts: z.string() });

export const offeredLanguagesRpc = defineRpc('qry.content.offered-languages.v1', {
  summary: 'The languages that were added and are offered, by their names; those that are built in are none of them',
  permission: null,
  open: 'Whoever opens a page may choose its language.',
  request: z.object({}),
  reply: z.object({ data: z.array(offered) }),
  timeoutMs: 3_000,
});

export const languageTextsRpc = defineRpc('qry.content.language-texts.v1', {
  summary: 'The texts of a language that is offered, and the name of their state; throws languages.not_found',
  permission: null,
  open: 'Whoever opens a page may choose its language.',
  request: z.object({ code: z.string() }),
  reply: languageTextsSchema.extend({ state: z.string() }),
});

export const exportLanguageRpc = defineRpc('qry.content.export-language.v1', {
  summary: 'The file of a language; throws languages.not_found',
  permission: 'admin:languages',
  request: z.object({ code: z.string() }),
  reply: z.object({ code: z.string(), file: z.string().describe('JSON') }),
});
