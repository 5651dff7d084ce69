import { z } from 'zod';
import { defineRpc } from '../contract.js';
import {
  addLanguageSchema,
  changeLanguageSchema,
  importSummarySchema,
  languageSchema,
  languageTextSchema,
  setLanguageTextSchema,
} from '../http/languages.js';

/** Who asks, for the entry of the audit log: a caller has an id alone. */
const by = z.object({ email: z.string().max(320), full_name: z.string().max(320) });
const code = z.string();
const permission = 'admin:languages';

export const addLanguageRpc = defineRpc('cmd.content.add-language.v1', {
  summary: 'Add a language; the same once more changes nothing',
  permission,
  request: addLanguageSchema.extend({ by }),
  reply: languageSchema,
});

export const changeLanguageRpc = defineRpc('cmd.content.change-language.v1', {
  summary: 'Name a language otherwise, offer it, or offer it no longer',
  permission,
  request: z.object({ code, changes: changeLanguageSchema, by }),
  reply: languageSchema,
});

export const deleteLanguageRpc = defineRpc('cmd.content.delete-language.v1', {
  summary: 'Delete a language with its texts',
  permission,
  request: z.object({ code, by }),
  reply: z.object({}),
});

export const setLanguageTextRpc = defineRpc('cmd.content.set-language-text.v1', {
  summary: 'Translate one text, or take its translation away',
  permission,
  request: setLanguageTextSchema.extend({ code, by }),
  reply: languageTextSchema,
});

export const importLanguageRpc = defineRpc('cmd.content.import-language.v1', {
  summary: 'Put the texts of a file in place of those of a language, or tell what that would change',
  permission,
  request: z.object({
    code,
    file: z.string().describe('JSON'),
    dry_run: z.boolean(),
    version: z.int().nullable().describe('Of the language that the file was checked against; null: whatever it is.'),
    by,
  }),
  reply: importSummarySchema,
  timeoutMs: 15_000,
});
