/** The parameters by which statistics tell campaigns apart, in the order in which they are filled in. */
export const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
export type CampaignParameter = (typeof CAMPAIGN)[number];
export const MAX_CAMPAIGN_LENGTH = 200;

/** Of a workspace. */
export const MOST_UTM_TEMPLATES = 100;
export const MAX_UTM_TEMPLATE_NAME = 60;
