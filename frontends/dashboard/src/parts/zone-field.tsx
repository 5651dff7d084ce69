import { useTranslation } from '@linkway/kit/i18n';
import { Form } from '@linkway/kit/ui/form';
import { Select } from '@linkway/kit/ui/input';
import { browserZone } from '../data/queries';

/** No zone is chosen; a field knows no null. */
const BROWSERS = '';

/** Between what the account has, where null is each browser's own, and the field. */
export const zoneTyped = (chosen: string | null | undefined): string => chosen ?? BROWSERS;
export const zoneChosen = (typed: string): string | null => (typed === BROWSERS ? null : typed);

/** All time zones by their names, with the one that is `saved` though the browser may call it otherwise. */
const zoneOptions = (saved: string): { value: string }[] =>
  [...new Set([...(saved === BROWSERS ? [] : [saved]), ...Intl.supportedValuesOf('timeZone')])]
    .sort()
    .map((value) => ({ value }));

/** The time zone of the account in a form, as `timezone`: the profile and the settings have the same one. */
export function ZoneField({ saved }: { saved: string }) {
  const { t } = useTranslation('dashboard');
  const browsers = { value: BROWSERS, label: t('zone.browser', { zone: browserZone() }) };
  return (
    <Form.Item name="timezone" label={t('zone.label')} extra={t('zone.help')} required>
      <Select showSearch optionFilterProp="value" options={[browsers, ...zoneOptions(saved)]} />
    </Form.Item>
  );
}
