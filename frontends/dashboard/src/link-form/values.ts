import type { CreateLink, Link, UpdateLink } from '@linkway/kit/api';

/** What the fields of a link hold. */
export interface LinkValues {
  url: string;
  domain_id: string;
  custom_code: string;
  title: string;
  description: string;
  password: string;
  /** ISO time, or what was typed and is none; null: never. */
  expires_at: string | null;
  max_clicks: number | null;
  device_targeting: { mobile: string; tablet: string; desktop: string };
}

export const emptyValues: LinkValues = {
  url: '',
  domain_id: '',
  custom_code: '',
  title: '',
  description: '',
  password: '',
  expires_at: null,
  max_clicks: null,
  device_targeting: { mobile: '', tablet: '', desktop: '' },
};

export const valuesOf = (link: Link): LinkValues => ({
  url: link.original_url,
  domain_id: link.domain?.id ?? '',
  custom_code: link.short_code,
  title: link.title,
  description: link.description,
  password: '',
  expires_at: link.expires_at,
  max_clicks: link.max_clicks,
  device_targeting: { ...emptyValues.device_targeting, ...link.device_targeting },
});

function devices(values: LinkValues): CreateLink['device_targeting'] {
  const given = Object.entries(values.device_targeting)
    .map(([device, url]) => [device, url.trim()])
    .filter(([, url]) => url !== '');
  return Object.fromEntries(given);
}

/** The request that creates the link: only what was filled in. */
export function creation(values: LinkValues): CreateLink {
  const targeting = devices(values);
  return {
    url: values.url.trim(),
    ...(values.domain_id && { domain_id: values.domain_id }),
    ...(values.custom_code.trim() && { custom_code: values.custom_code.trim() }),
    ...(values.title.trim() && { title: values.title.trim() }),
    ...(values.description.trim() && { description: values.description.trim() }),
    ...(values.password && { password: values.password }),
    ...(values.expires_at && { expires_at: values.expires_at }),
    ...(values.max_clicks !== null && { max_clicks: values.max_clicks }),
    ...(Object.keys(targeting ?? {}).length > 0 && { device_targeting: targeting }),
  };
}

/** The request that changes a link: only what is different, so that nothing another person changed is set back. */
export function changes(link: Link, values: LinkValues, removePassword: boolean): UpdateLink {
  const before = valuesOf(link);
  const code = values.custom_code.trim();
  return {
    ...(values.url.trim() !== before.url && { url: values.url.trim() }),
    ...(code !== before.custom_code && code !== '' && { custom_code: code }),
    ...(values.title.trim() !== before.title && { title: values.title.trim() }),
    ...(values.description.trim() !== before.description && { description: values.description.trim() }),
    ...(removePassword ? { password: null } : values.password && { password: values.password }),
    ...(values.expires_at !== before.expires_at && { expires_at: values.expires_at }),
    ...(values.max_clicks !== before.max_clicks && { max_clicks: values.max_clicks }),
    ...(JSON.stringify(devices(values)) !== JSON.stringify(devices(before)) && { device_targeting: devices(values) }),
  };
}
