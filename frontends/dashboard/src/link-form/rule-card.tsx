import { MAX_GROUP_CONDITIONS, MAX_RULE_GROUPS, MAX_RULE_NAME_LENGTH } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Form } from '@linkway/kit/ui/form';
import { DeleteOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { Input } from '@linkway/kit/ui/input';
import { AddressInput } from './address-input';
import { ConditionFields } from './condition-fields';
import styles from './rule-fields.module.css';
import { emptyCondition, type RuleRow } from './rule-rows';
import { useRuleWords } from './rule-words';
import { checkLength, checkRuleUrl, rule } from './validation';

/** One rule: its conditions in groups, and where it leads. */
export function RuleCard({ name, row }: { name: number; row: RuleRow }) {
  const { t } = useTranslation('create');
  const words = useRuleWords();
  return (
    <>
      <p className={styles.sentence}>{words.sentence(row)}</p>
      <Form.Item
        name={[name, 'name']}
        label={t('rules.name')}
        rules={[rule(checkLength(MAX_RULE_NAME_LENGTH))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" placeholder={t('rules.name_none')} />
      </Form.Item>
      <Form.List name={[name, 'any_of']}>
        {(groups, { add: addGroup, remove: removeGroup }) => (
          <>
            {groups.map(({ key, name: group }) => (
              <div key={key} role="group" aria-label={t('rules.group', { n: group + 1 })} className={styles.group}>
                <p className={styles.joint}>{group === 0 ? t('rules.if') : t('rules.or')}</p>
                <Form.List name={[group, 'all_of']}>
                  {(conditions, { add, remove }) => (
                    <>
                      {conditions.map(({ key: id, name: at }) => (
                        <div
                          key={id}
                          role="group"
                          aria-label={t('rules.condition_n', { n: at + 1 })}
                          className={styles.condition}
                        >
                          {at > 0 && <p className={styles.joint}>{t('rules.and')}</p>}
                          <ConditionFields
                            name={at}
                            path={['rules', name, 'any_of', group, 'all_of', at]}
                            row={row.any_of[group]?.all_of[at] ?? emptyCondition}
                          />
                          {(conditions.length > 1 || groups.length > 1) && (
                            <Button
                              size="small"
                              icon={<DeleteOutlined />}
                              onClick={() => (conditions.length > 1 ? remove(at) : removeGroup(group))}
                            >
                              {t('rules.condition_remove')}
                            </Button>
                          )}
                        </div>
                      ))}
                      <Button
                        size="small"
                        icon={<PlusOutlined />}
                        disabled={conditions.length >= MAX_GROUP_CONDITIONS}
                        onClick={() => add(emptyCondition)}
                      >
                        {t('rules.and_add')}
                      </Button>
                    </>
                  )}
                </Form.List>
              </div>
            ))}
            <Button
              size="small"
              className={styles.or}
              icon={<PlusOutlined />}
              disabled={groups.length >= MAX_RULE_GROUPS}
              onClick={() => addGroup({ all_of: [emptyCondition] })}
            >
              {t('rules.or_add')}
            </Button>
          </>
        )}
      </Form.List>
      <Form.Item
        name={[name, 'url']}
        label={t('rules.url')}
        required
        rules={[rule(checkRuleUrl)]}
        validateTrigger="onBlur"
      >
        <AddressInput name={['rules', name, 'url']} placeholder="https://" autoComplete="off" />
      </Form.Item>
    </>
  );
}
