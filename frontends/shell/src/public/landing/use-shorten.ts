import { type ApiProblem, api, asProblem, body } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { loadSession, useSession } from '@linkway/kit/session';
import { useState } from 'react';
import { useRefusal } from '../../form/use-refusal';
import { guestDeviceId } from '../../guest/device';
import { type GuestLink, keepGuestLink } from '../../guest/guest-links';
import { check, type Field, fieldMessages, type Rule, type Values } from './shorten-rules';
import type { Domains } from './use-domains';
import { useDraft } from './use-draft';
import { useQuota } from './use-quota';

/** What was made; `id` where its owner can look at its clicks. */
export interface Made {
  id: string | null;
  short_url: string;
  original_url: string;
  /** The whole of it, for the guest's own list. */
  guest?: GuestLink;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** The landing page's form: what is typed, what is wrong with it, what came of it. */
export function useShorten(domains: Domains) {
  const { t } = useTranslation('public');
  const session = useSession();
  const member = session.state === 'signed-in';
  const [quota, setQuota] = useQuota();
  const [values, setValues] = useDraft(session);
  // The rules that are broken and not their texts, which follow the language.
  const [broken, setBroken] = useState<Partial<Record<Field, Rule>>>({});
  const refusal = useRefusal(fieldMessages);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Made | null>(null);

  // A domain that is gone, or none chosen yet, gives way to the one of the settings, or else the main one.
  const { list } = domains;
  const named = (wanted: unknown) => list?.find(({ id }) => id === wanted);
  const chosen =
    named(values.domain_id) ??
    named(session.state === 'signed-in' && session.me.chosen?.default_domain) ??
    list?.[0] ??
    null;
  const domain_id = chosen?.id ?? '';
  const change = (changed: Partial<Values>): void => {
    setValues((before) => ({ ...before, ...changed }));
    setBroken((before) => {
      const left = { ...before };
      for (const field of Object.keys(changed)) delete left[field as Field];
      return left;
    });
    if (refusal.problem) refusal.clear();
    else refusal.mend(Object.keys(changed));
  };

  const limitReached = quota !== null && quota.remaining <= 0;
  /** Who asks, and for which domain, is not known yet. */
  const early = session.state === 'loading' || !(list || domains.problem);
  const ready = values.url.trim() !== '' && domain_id !== '' && !limitReached && !early;

  const create = async (): Promise<Made> => {
    const url = values.url.trim();
    const custom_code = values.custom_code.trim() || undefined;
    const sent = JSON.stringify([member, url, custom_code, domain_id]);
    // One key per submission. After an answer that was lost on the way, the same values are the same submission.
    const submission = values.unanswered?.sent === sent ? values.unanswered : { key: newKey(), sent };
    setValues((now) => ({ ...now, unanswered: submission }));
    const header = { 'Idempotency-Key': submission.key };
    if (member) {
      const link = await body(api.POST('/api/links', { params: { header }, body: { url, custom_code, domain_id } }));
      // The account knows how many are left now.
      void loadSession();
      return link;
    }
    const device_id = guestDeviceId();
    const guest = { url, custom_code, domain_id, device_id };
    const link = await body(api.POST('/api/guest/links', { params: { header }, body: guest }));
    setQuota({ limit: link.limit, remaining: link.remaining, period: 'day' });
    // Not by the list, which is fetched later, or never.
    keepGuestLink(link);
    return { ...link, id: null, guest: link };
  };

  const fail = (failed: ApiProblem): Field | null => {
    const answered = failed.status > 0 && failed.status < 500;
    if (answered) setValues((now) => ({ ...now, unanswered: undefined }));
    const { limit } = failed.params;
    if (failed.code === 'links.guest_limit' || failed.code === 'links.monthly_limit') {
      setQuota({ limit: Number(limit), remaining: 0, period: failed.code === 'links.guest_limit' ? 'day' : 'month' });
      return null;
    }
    return (refusal.refuse(failed) as Field | undefined) ?? null;
  };

  /** Gives the first wrong field, to be focused, or null. */
  const submit = async (): Promise<Field | null> => {
    if (busy || limitReached) return null;
    const found = check({ ...values, domain_id });
    refusal.clear();
    setBroken(found);
    const [first] = Object.keys(found) as Field[];
    if (first) {
      setMade(null);
      return first;
    }
    setBusy(true);
    try {
      setMade(await create());
      // What was typed since it was sent is the next link's.
      setValues((now) => ({
        url: now.url === values.url ? '' : now.url,
        custom_code: now.custom_code === values.custom_code ? '' : now.custom_code,
        domain_id: now.domain_id || domain_id,
      }));
      return null;
    } catch (error) {
      setMade(null);
      return fail(asProblem(error));
    } finally {
      setBusy(false);
    }
  };

  const messages: Partial<Record<Field, string>> = {
    ...Object.fromEntries(Object.entries(broken).map(([field, rule]) => [field, t(`rule.${rule}`)])),
    ...refusal.messages,
  };
  const { problem, detail } = refusal;
  return {
    values,
    chosen,
    change,
    messages,
    problem,
    detail,
    busy,
    early,
    ready,
    made,
    quota,
    limitReached,
    member,
    submit,
  };
}

export type Shorten = ReturnType<typeof useShorten>;
