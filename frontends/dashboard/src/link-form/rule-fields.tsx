import { MAX_RULES } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Fold, Form } from '@linkway/kit/ui/form';
import { DeleteOutlined, DownOutlined, PlusOutlined, UpOutlined } from '@linkway/kit/ui/icons';
import { useEffect, useRef, useState } from 'react';
import { RuleCard } from './rule-card';
import styles from './rule-fields.module.css';
import { emptyRule, type RuleRow } from './rule-rows';

const LIST = 'rules';

/** Where visitors are led by rules, the first that holds. `of`: what they begin with. */
export function RuleFields({ of }: { of: { rules: RuleRow[] } }) {
  const { t } = useTranslation('create');
  const form = Form.useFormInstance();
  const rows = (Form.useWatch(LIST) as RuleRow[] | undefined) ?? of.rules;
  const adding = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  const cards = useRef(new Map<number, HTMLElement>());
  const [moved, setMoved] = useState<{ key: number } | null>(null);

  useEffect(() => {
    if (added !== null) form.focusField([LIST, added, 'name']);
  }, [added, form]);

  // At either end the button that was pressed can do no more: the other one has the focus then.
  useEffect(() => {
    const card = moved && cards.current.get(moved.key);
    if (card && !card.contains(document.activeElement)) card.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [moved]);

  return (
    <Fold title={t('rules.title')} help={t('rules.help')} open={of.rules.length > 0}>
      <Form.List name={LIST}>
        {(fields, { add, remove, move }) => (
          <>
            {fields.map(({ key, name }) => (
              <div
                key={key}
                ref={(card) => void (card ? cards.current.set(key, card) : cards.current.delete(key))}
                className={styles.rule}
                role="group"
                aria-label={t('rules.rule', { n: name + 1 })}
              >
                <div className={styles.head}>
                  <strong>{t('rules.rule', { n: name + 1 })}</strong>
                  <Button
                    size="small"
                    icon={<UpOutlined />}
                    aria-label={t('rules.up', { n: name + 1 })}
                    title={t('rules.up', { n: name + 1 })}
                    disabled={name === 0}
                    onClick={() => {
                      move(name, name - 1);
                      setMoved({ key });
                    }}
                  />
                  <Button
                    size="small"
                    icon={<DownOutlined />}
                    aria-label={t('rules.down', { n: name + 1 })}
                    title={t('rules.down', { n: name + 1 })}
                    disabled={name === fields.length - 1}
                    onClick={() => {
                      move(name, name + 1);
                      setMoved({ key });
                    }}
                  />
                  <Button
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={t('rules.remove', { n: name + 1 })}
                    title={t('rules.remove', { n: name + 1 })}
                    onClick={() => {
                      setAdded(null);
                      remove(name);
                      adding.current?.focus();
                    }}
                  />
                </div>
                <RuleCard name={name} row={rows[name] ?? emptyRule} />
              </div>
            ))}
            <Button
              ref={adding}
              className={styles.add}
              icon={<PlusOutlined />}
              disabled={fields.length >= MAX_RULES}
              onClick={() => {
                add(emptyRule);
                setAdded(fields.length);
              }}
            >
              {t('rules.add')}
            </Button>
          </>
        )}
      </Form.List>
    </Fold>
  );
}
