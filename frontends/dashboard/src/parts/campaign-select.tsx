import type { CampaignStatus } from '@linkway/contracts/rules';
import type { CampaignName } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { SearchOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { useCampaign, useCampaignSearch, useHasNoCampaign } from '../data/campaigns';
import { isolated } from '../data/isolated';
import styles from './campaign-select.module.css';

/** What `none` is chosen as. */
export const NO_CAMPAIGN = 'none';

interface Props {
  /** What is said where nothing is chosen; chosen itself, it takes off what is. */
  placeholder: string;
  /** What stands for no campaign, where that has to be chosen. */
  none?: string;
  /** There is room for the name of the chosen one alone. */
  brief?: true;
  'aria-label'?: string;
  id?: string;
  /** The id of a campaign, or what stands for none; null: nothing is chosen. */
  value?: string | null;
  onChange?: (id: string | null) => void;
}

/** A campaign of the workspace, found by its name. A form gives it its field. */
export function CampaignSelect({ placeholder, none, brief, value = null, onChange, ...field }: Props) {
  const { t } = useTranslation('dashboard');
  const chosen = useCampaign(value);
  const { campaigns, open, setOpen, text, setText, search, isFetching, isError } = useCampaignSearch(chosen.campaign);
  const hasNone = useHasNoCampaign();
  const statuses: Record<CampaignStatus, string> = {
    draft: t('campaign.draft'),
    active: t('campaign.active'),
    paused: t('campaign.paused'),
    completed: t('campaign.completed'),
  };
  // Where it is no text, the id is read out in its place.
  const labelOf = ({ name, status }: CampaignName): string => `${isolated(name)} · ${statuses[status]}`;
  // By a key alone nothing could be taken off otherwise.
  const off = none ?? (value === null ? undefined : placeholder);
  const nothing = (): string => {
    if (isFetching) return t('campaign.searching');
    if (isError) return t('campaign.not_loaded');
    return hasNone ? t('campaign.none') : t('campaign.not_found');
  };
  return (
    <Select
      {...field}
      value={value}
      allowClear
      placeholder={placeholder}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText, searchIcon: <SearchOutlined /> }}
      loading={open && isFetching}
      notFoundContent={<span className={styles.nothing}>{nothing()}</span>}
      onOpenChange={setOpen}
      onChange={(id: string | undefined) => {
        setText('');
        onChange?.(id === undefined || (id === NO_CAMPAIGN && none === undefined) ? null : id);
      }}
      options={[
        ...(off !== undefined && search === '' ? [{ value: NO_CAMPAIGN, label: off }] : []),
        ...campaigns.map((campaign) => ({ value: campaign.id, label: labelOf(campaign), campaign })),
      ]}
      optionRender={({ label, data }) =>
        'campaign' in data ? (
          <span className={styles.campaign}>
            <bdi>{data.campaign.name}</bdi>
            <span>{statuses[data.campaign.status]}</span>
          </span>
        ) : (
          label
        )
      }
      labelRender={({ value: id }) => {
        if (id === NO_CAMPAIGN) return none;
        if (!chosen.campaign) return chosen.name;
        return brief ? isolated(chosen.name) : labelOf(chosen.campaign);
      }}
    />
  );
}
