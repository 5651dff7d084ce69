import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MAX_LANGUAGE_NAME, MAX_TEXT_LENGTH, MAX_TEXTS_FILE_BYTES, TEXTS_FILE_TYPE } from '../rules/languages.js';
import { lineOfText, timestampSchema } from '../text.js';
import { pageQuery, pagesSchema } from './pages.js';

/** As BCP 47 has it, in its canonical form: `fr`, `pt-BR`, `zh-Hant`. */
const codeSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/)
  .describe('BCP 47, as `fr` or `pt-BR`.');
const codeParams = z.object({ code: codeSchema });

const offeredLanguageSchema = z
  .object({
    code: z.string(),
    name: z.string().describe('What it is called by those who speak it.'),
    built_in: z.boolean().describe('true: its texts come with the web app.'),
    texts: z.string().nullable().describe('Names the present state of its texts; null where it is built in.'),
  })
  .meta({ id: 'OfferedLanguage' });
export type OfferedLanguage = z.output<typeof offeredLanguageSchema>;
export const offeredLanguagesSchema = z.object({ data: z.array(offeredLanguageSchema) });

/** Text by key, by namespace. */
export const textsSchema = z.record(z.string(), z.record(z.string(), z.string()));
export const languageTextsSchema = z.object({ texts: textsSchema });

export const listLanguages = defineEndpoint({
  operationId: 'listLanguages',
  method: 'get',
  path: '/api/languages',
  summary: 'The languages that pages are offered in, those that come with Linkway first',
  tag: 'languages',
  auth: 'public',
  permission: null,
  success: { status: 200, body: offeredLanguagesSchema, description: 'All of them; to be kept for five seconds' },
  errors: [],
});

export const getLanguageTexts = defineEndpoint({
  operationId: 'getLanguageTexts',
  method: 'get',
  path: '/api/languages/{code}/{texts}',
  summary:
    'The texts of a language that was added, in the state that the list names: what it lacks is shown in English',
  tag: 'languages',
  auth: 'public',
  permission: null,
  params: codeParams.extend({ texts: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
  success: { status: 200, body: languageTextsSchema, description: 'The texts, to be kept for a year' },
  errors: ['languages.not_found'],
});

export const languageSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    built_in: z.boolean(),
    is_active: z.boolean().describe('Whether it is offered.'),
    version: z.int().describe('Grows with every change; 0 where it is built in.'),
    texts_total: z.int().describe('How many texts this release has in this language.'),
    texts_translated: z.int(),
    texts_unknown: z.int().describe('Of those kept how many this release does not show (any more).'),
    updated_at: timestampSchema.nullable().describe('null where it is built in.'),
  })
  .meta({ id: 'Language' });
export type LanguageEntry = z.output<typeof languageSchema>;

const admin = { tag: 'languages', auth: 'session', permission: 'admin:languages' } as const;

export const listAllLanguages = defineEndpoint({
  ...admin,
  operationId: 'listAllLanguages',
  method: 'get',
  path: '/api/admin/languages',
  summary: 'Every language, with the progress of its translation',
  success: { status: 200, body: z.object({ data: z.array(languageSchema) }), description: 'All of them' },
  errors: [],
  forward: { to: 'qry.content.all-languages.v1' },
});
export const listAllLanguagesRpc = forwardedRpc(listAllLanguages);

export const addLanguageSchema = z.strictObject({
  code: lineOfText(35),
  name: lineOfText(MAX_LANGUAGE_NAME),
});

export const addLanguage = defineEndpoint({
  ...admin,
  operationId: 'addLanguage',
  method: 'post',
  path: '/api/admin/languages',
  summary: 'Add a language, which has no texts yet and is not offered; asking the same again changes nothing',
  body: addLanguageSchema,
  success: { status: 201, body: languageSchema, description: 'The language' },
  errors: [
    'request.invalid',
    'languages.fields_required',
    'languages.code_invalid',
    'languages.direction_unsupported',
    'languages.code_taken',
    'languages.too_many',
  ],
});

export const changeLanguageSchema = z.strictObject({
  name: lineOfText(MAX_LANGUAGE_NAME).optional(),
  is_active: z.boolean({ error: 'request.field_type' }).optional(),
});

export const changeLanguage = defineEndpoint({
  ...admin,
  operationId: 'changeLanguage',
  method: 'patch',
  path: '/api/admin/languages/{code}',
  summary: 'Name a language otherwise, offer it, or offer it no longer',
  params: codeParams,
  body: changeLanguageSchema,
  success: { status: 200, body: languageSchema, description: 'The language' },
  errors: ['request.invalid', 'languages.fields_required', 'languages.not_found', 'languages.built_in'],
});

export const deleteLanguage = defineEndpoint({
  ...admin,
  operationId: 'deleteLanguage',
  method: 'delete',
  path: '/api/admin/languages/{code}',
  summary: 'Delete a language with its texts; whoever has chosen it sees English',
  params: codeParams,
  success: { status: 204, description: 'It is gone' },
  errors: ['languages.not_found', 'languages.built_in'],
});

export const languageTextSchema = z
  .object({
    namespace: z.string(),
    key: z.string(),
    english: z.string().nullable().describe('null: this release has no such text.'),
    text: z.string().nullable().describe('null: missing, so that the English one is shown.'),
    fault: z
      .string()
      .nullable()
      .describe('Code of why the text is not shown, as the English one has changed since; null: it is.'),
  })
  .meta({ id: 'LanguageText' });
export type LanguageText = z.output<typeof languageTextSchema>;

export const listLanguageTexts = defineEndpoint({
  ...admin,
  operationId: 'listLanguageTexts',
  method: 'get',
  path: '/api/admin/languages/{code}/texts',
  summary: 'The texts of a language beside the English ones',
  params: codeParams,
  query: pageQuery.extend({
    namespace: z.string().max(64).optional(),
    search: lineOfText(200).optional().describe('Part of a key or of a text.'),
    state: z
      .enum(['all', 'missing', 'translated', 'unknown'], { error: 'request.field_type' })
      .default('all')
      .describe('`missing`: shown in English; `unknown`: kept, and shown by no page of this release.'),
  }),
  success: {
    status: 200,
    body: z.object({ data: z.array(languageTextSchema), namespaces: z.array(z.string()), pagination: pagesSchema }),
    description: 'One page of them',
  },
  errors: ['request.invalid', 'languages.not_found'],
  forward: { to: 'qry.content.list-language-texts.v1' },
});
export const listLanguageTextsRpc = forwardedRpc(listLanguageTexts);

export const setLanguageTextSchema = z.strictObject({
  namespace: z.string({ error: 'request.field_type' }).max(64),
  key: z.string({ error: 'request.field_type' }).max(200),
  text: z
    .string({ error: 'request.field_type' })
    .max(MAX_TEXT_LENGTH, { error: 'languages.text_too_long' })
    .describe('Empty: none, so that the English one is shown.'),
});

const textFaults = [
  'languages.text_key_forbidden',
  'languages.text_too_long',
  'languages.text_placeholders_differ',
  'languages.text_tags_differ',
  'languages.text_refers',
] as const;

export const setLanguageText = defineEndpoint({
  ...admin,
  operationId: 'setLanguageText',
  method: 'put',
  path: '/api/admin/languages/{code}/texts',
  summary: 'Translate one text',
  params: codeParams,
  body: setLanguageTextSchema,
  success: { status: 200, body: languageTextSchema, description: 'The text' },
  errors: [
    'request.invalid',
    'languages.not_found',
    'languages.built_in',
    'languages.text_unknown',
    'languages.texts_too_large',
    ...textFaults,
  ],
});

export const importSummarySchema = z
  .object({
    version: z.int().describe('Of the language: what the next import says it is about.'),
    dry_run: z.boolean(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    unknown: z.array(z.string()).describe('Keys that this release does not know, a hundred at most; they are kept.'),
    unknown_total: z.int(),
    refused: z
      .array(z.object({ key: z.string(), code: z.string() }))
      .describe('Texts that cannot be taken and why, a hundred at most: only where nothing is imported.'),
    refused_total: z.int(),
  })
  .meta({ id: 'LanguageImport' });
export type ImportSummary = z.output<typeof importSummarySchema>;

export const importLanguage = defineEndpoint({
  ...admin,
  operationId: 'importLanguage',
  method: 'put',
  path: '/api/admin/languages/{code}/file',
  summary:
    'Put the texts of a file, flat or nested JSON by namespace, in place of those that are there: all of them or none; an empty text is none',
  params: codeParams,
  query: z.object({
    dry_run: z
      .enum(['true', 'false'], { error: 'request.field_type' })
      .default('false')
      .describe('`true`: nothing is changed, and texts that cannot be taken are told in the answer.'),
    version: z.coerce
      .number({ error: 'request.field_type' })
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('That the file was checked against; another one is refused with `languages.changed_meanwhile`.'),
  }),
  upload: {
    types: [TEXTS_FILE_TYPE],
    maxBytes: MAX_TEXTS_FILE_BYTES,
    refusals: { type: 'languages.file_type_unsupported', size: 'languages.file_too_large' },
    checkedBy: 'dry_run',
  },
  success: { status: 200, body: importSummarySchema, description: 'What it changes' },
  errors: [
    'request.invalid',
    'languages.not_found',
    'languages.built_in',
    'languages.file_type_unsupported',
    'languages.file_too_large',
    'languages.file_invalid',
    'languages.texts_too_large',
    'languages.changed_meanwhile',
  ],
});

export const exportLanguage = defineEndpoint({
  ...admin,
  operationId: 'exportLanguage',
  method: 'get',
  path: '/api/admin/languages/{code}/file',
  summary: 'The texts of a language as a file of JSON, nested by namespace; those that are missing are empty',
  params: codeParams,
  success: { status: 200, media: 'application/json', description: 'The file, which imports as it is' },
  errors: ['languages.not_found'],
});
