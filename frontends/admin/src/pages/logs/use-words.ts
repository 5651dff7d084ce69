import {
  type AuditAction,
  type AuditModule,
  type AuditTargetKind,
  auditActionCodes,
  auditModules,
  auditTargetKinds,
} from '@linkway/contracts/rules';
import type { AuditEntry } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';

const isOneOf =
  <Code extends string>(codes: readonly Code[]) =>
  (code: string): code is Code =>
    (codes as readonly string[]).includes(code);
const isAction = isOneOf<AuditAction>(auditActionCodes);
const isModule = isOneOf<AuditModule>(auditModules);
const isTargetKind = isOneOf<AuditTargetKind>(auditTargetKinds);

type Value = AuditEntry['details'][string];

interface Detail {
  key: string;
  label: string;
  value: string;
}

/** What an entry says, in words; what a newer release has recorded, by its code. */
export function useWords() {
  const { t } = useTranslation('logs');
  const { number } = useFormats();
  const valueOf = (value: Value): string => {
    if (value === null) return t('value.none');
    if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no');
    return typeof value === 'number' ? number(value) : value;
  };
  return {
    action: (code: string): string => (isAction(code) ? t(`action.${code}`) : code),
    module: (code: string): string => (isModule(code) ? t(`module.${code}`) : code),
    target: ({ kind }: NonNullable<AuditEntry['target']>): string => (isTargetKind(kind) ? t(`target.${kind}`) : kind),
    details: ({ details }: AuditEntry): Detail[] =>
      Object.entries(details).map(([key, value]) => ({ key, label: key, value: valueOf(value) })),
  };
}
