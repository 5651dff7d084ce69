import type { Language } from '@linkway/kit/i18n';
import { draftStore, type TypedOver } from '@linkway/kit/ui/form';

export interface TemplateText {
  subject: string;
  html_content: string;
  text_content: string;
}
export const FIELDS = ['subject', 'html_content', 'text_content'] as const;
export type Field = (typeof FIELDS)[number];

export const textOf = ({ subject, html_content, text_content }: TemplateText): TemplateText => ({
  subject,
  html_content,
  text_content,
});
/** What was typed of a mail and is not saved: a reload does not lose it. */
export const templateDraft = (account: string, name: string, language: Language) =>
  draftStore<TypedOver<TemplateText>>(`mail_draft:${account}:${name}:${language}`);
