import { MAX_LOCATIONS } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Fold, Form } from '@linkway/kit/ui/form';
import { DeleteOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { useEffect, useMemo, useRef, useState } from 'react';
import { AddressInput } from './address-input';
import { countryOptions, isFoundBy } from './country-options';
import styles from './location-fields.module.css';
import { emptyRow, type LocationRow } from './location-rows';
import { checkOptionalUrl, rule } from './validation';

const LIST = 'location_targeting';

/** Where visitors of a country are led, a row each. `of`: what they begin with. */
export function LocationFields({ of }: { of: { location_targeting: LocationRow[] } }) {
  const { t, i18n } = useTranslation('create');
  const form = Form.useFormInstance();
  const rows = (Form.useWatch(LIST) as LocationRow[] | undefined) ?? [];
  const others = t('form.other_countries');
  const options = useMemo(() => countryOptions(i18n.language, others), [i18n.language, others]);
  const adding = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<number | null>(null);

  useEffect(() => {
    if (added !== null) form.focusField([LIST, added, 'country']);
  }, [added, form]);

  const clear = (at: number): void => {
    form.setFields([
      { name: [LIST, at, 'country'], value: emptyRow.country },
      { name: [LIST, at, 'url'], value: emptyRow.url, errors: [] },
    ]);
  };

  return (
    <Fold
      title={t('form.locations')}
      help={t('form.locations_help')}
      open={of.location_targeting.some(({ country, url }) => country !== null || url !== '')}
    >
      <Form.List name={LIST}>
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className={styles.row} role="group" aria-label={t('form.location', { n: name + 1 })}>
                <Form.Item name={[name, 'country']} label={t('form.country')} className={styles.country}>
                  <Select
                    showSearch={{ filterOption: isFoundBy }}
                    placeholder={t('form.country_choose')}
                    options={options.filter(
                      ({ value }) => !rows.some(({ country }, at) => country === value && at !== name),
                    )}
                  />
                </Form.Item>
                <Form.Item
                  name={[name, 'url']}
                  label={t('form.country_url')}
                  className={styles.url}
                  rules={[rule(checkOptionalUrl)]}
                  validateTrigger="onBlur"
                >
                  <AddressInput name={[LIST, name, 'url']} placeholder="https://" autoComplete="off" />
                </Form.Item>
                <Button
                  className={styles.remove}
                  icon={<DeleteOutlined />}
                  aria-label={t('form.location_remove', { n: name + 1 })}
                  title={t('form.location_remove', { n: name + 1 })}
                  onClick={() => {
                    setAdded(null);
                    if (fields.length === 1) clear(name);
                    else remove(name);
                    adding.current?.focus();
                  }}
                />
              </div>
            ))}
            <Button
              ref={adding}
              className={styles.add}
              icon={<PlusOutlined />}
              disabled={fields.length >= MAX_LOCATIONS}
              onClick={() => {
                add(emptyRow);
                setAdded(fields.length);
              }}
            >
              {t('form.location_add')}
            </Button>
          </>
        )}
      </Form.List>
    </Fold>
  );
}
