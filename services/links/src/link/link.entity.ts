import type { AbTest, LinkRule, Quarantine, QueryPassing } from '@linkway/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export interface CustomPreview {
  title?: string;
  description?: string;
  image_url?: string;
}

export interface DeviceTargeting {
  mobile?: string;
  tablet?: string;
  desktop?: string;
}

export interface SystemTargeting {
  ios?: string;
  android?: string;
}

export interface Trackers {
  google_analytics?: string;
  facebook_pixel?: string;
  google_ads?: string;
  tiktok_pixel?: string;
  custom?: string;
}

/** With the entries of the block list that it is for, which its owner is not told. */
export type LinkQuarantine = Omit<Quarantine, 'reasons'> & {
  reasons: (Quarantine['reasons'][number] & { entry_id: string })[];
};

/**
 * A short link. `tenant_id` is the workspace, or the link's own id where a guest made it: it is never null, so that the
 * table can be distributed by it, and guests' links then spread evenly.
 */
@Entity('short_links')
export class Link {
  @PrimaryColumn('uuid') tenant_id: string;
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { nullable: true }) workspace_id: string | null;
  /** Who made it; null: a guest. */
  @Column('uuid', { nullable: true }) user_id: string | null;
  @Column('text') original_url: string;
  /** With `short_code` the link's key in `codes`; `*` where it works on any host. */
  @Column('text') host: string;
  @Column('text') short_code: string;
  @Column('uuid', { nullable: true }) selected_domain_id: string | null;
  /** The host that its domain has gone to without it: the code is taken there. null: it is where it belongs, or on its way. */
  @Column('text', { nullable: true }) kept_from: string | null;
  @Column('text') title: string;
  @Column('text') description: string;
  @Column('text', { array: true }) tags: string[];
  @Column('uuid', { nullable: true }) campaign_id: string | null;
  @Column('text', { nullable: true }) password_hash: string | null;
  @Column('timestamptz', { nullable: true }) expires_at: Date | null;
  @Column('integer', { nullable: true }) max_clicks: number | null;
  /** Of the guest who made it. */
  @Column('text', { nullable: true }) device_id: string | null;
  @Column('jsonb') device_targeting: DeviceTargeting;
  @Column('timestamptz', { nullable: true }) starts_at: Date | null;
  /** Where visitors are led once the link is over. */
  @Column('text', { nullable: true }) fallback_url: string | null;
  @Column('boolean') hide_referrer: boolean;
  @Column('text') query_passing: QueryPassing;
  @Column('integer', { nullable: true }) countdown_seconds: number | null;
  @Column('jsonb') custom_preview: CustomPreview;
  @Column('jsonb') system_targeting: SystemTargeting;
  /** Destinations by country, and `other`. */
  @Column('jsonb') location_targeting: Record<string, string>;
  /** People stay at its own address, where the destination is framed. */
  @Column('boolean') is_cloaked: boolean;
  /** Addresses of apps by system. */
  @Column('jsonb') deep_links: SystemTargeting;
  /** Ids by provider. */
  @Column('jsonb') trackers: Trackers;
  /** In their order. */
  @Column('jsonb') rules: LinkRule[];
  @Column('jsonb', { nullable: true }) ab_test: AbTest | null;
  /** Why visitors are warned in place of being led on; null: they are not. Its owner changes nothing of it. */
  @Column('jsonb', { nullable: true }) quarantine: LinkQuarantine | null;
  @Column('boolean') is_active: boolean;
  @Column('integer') version: number;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
}
