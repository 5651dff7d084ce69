import type { AuditFilter } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { toClickHouseTime } from '../store/click.row.js';
import { Conditions } from '../store/conditions.js';

/** What a search looks through. */
const SEARCHED = ['action', 'user_email', 'user_name', 'target_id', 'target_name', 'ip_address', 'details'];

/** The condition of a filter, with its parameters. Throws `audit_log.range_invalid`. */
export function auditWhere({ search, level, module, from, to }: AuditFilter): Conditions {
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new AppError('audit_log.range_invalid');
  }
  const conditions = new Conditions();
  conditions.of("timestamp >= {from:DateTime64(3, 'UTC')}", 'from', from && toClickHouseTime(from));
  conditions.of("timestamp < {to:DateTime64(3, 'UTC')}", 'to', to && toClickHouseTime(to));
  conditions.of('level = {level:String}', 'level', level);
  conditions.of('module = {module:String}', 'module', module);
  const texts = SEARCHED.join(", '\\n', ");
  conditions.of(`positionCaseInsensitiveUTF8(concat(${texts}), {search:String}) > 0`, 'search', search);
  return conditions;
}
