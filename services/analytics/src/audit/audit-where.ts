import type { AuditFilter } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { toClickHouseTime } from '../store/click.row.js';

/** What a search looks through. */
const SEARCHED = ['action', 'user_email', 'user_name', 'target_id', 'target_name', 'ip_address', 'details'];

/** The condition of a filter, with its parameters. Throws `audit_log.range_invalid`. */
export function auditWhere({ search, level, module, from, to }: AuditFilter): {
  where: string;
  params: Record<string, string>;
} {
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new AppError('audit_log.range_invalid');
  }
  const params: Record<string, string> = {};
  const conditions: string[] = [];
  const add = (condition: string, name: string, value: string | undefined) => {
    if (value === undefined || value === '') return;
    params[name] = value;
    conditions.push(condition);
  };
  add("timestamp >= {from:DateTime64(3, 'UTC')}", 'from', from && toClickHouseTime(from));
  add("timestamp < {to:DateTime64(3, 'UTC')}", 'to', to && toClickHouseTime(to));
  add('level = {level:String}', 'level', level);
  add('module = {module:String}', 'module', module);
  const texts = SEARCHED.join(", '\\n', ");
  add(`positionCaseInsensitiveUTF8(concat(${texts}), {search:String}) > 0`, 'search', search);
  return { where: conditions.join(' AND ') || 'true', params };
}
