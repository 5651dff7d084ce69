import { api, asProblem, body, type PlacedSession } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useState } from 'react';

const key = ['sessions'];
type Devices = { data: PlacedSession[] };

/** The browsers in which the account is signed in, and the ways to sign them out. */
export function useDevices() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const query = usePageQuery<Devices>({ queryKey: key, queryFn: () => body(api.GET('/api/me/sessions')) });
  const [busy, setBusy] = useState<readonly string[]>([]);
  const gone = (is: (device: PlacedSession) => boolean): void => {
    client.setQueryData<Devices>(key, (known) => known && { data: known.data.filter((device) => !is(device)) });
  };

  /** One at a time by its name; what fails leaves it in the list. */
  const work = async (name: string, done: string, run: () => Promise<unknown>): Promise<boolean> => {
    setBusy((all) => [...all, name]);
    try {
      await run();
      toast(done);
      return true;
    } catch (error) {
      toast(t('devices.not_ended', { reason: asProblem(error).detail }), { kind: 'error' });
      return false;
    } finally {
      setBusy((all) => all.filter((one) => one !== name));
      void client.invalidateQueries({ queryKey: key });
    }
  };

  return {
    ...query,
    busy: (name: string): boolean => busy.includes(name),
    end: (device: PlacedSession) =>
      work(device.id, t('devices.ended'), async () => {
        await body(api.DELETE('/api/me/sessions/{id}', { params: { path: { id: device.id } } }));
        gone(({ id }) => id === device.id);
      }),
    endOthers: () =>
      work('others', t('devices.others_ended'), async () => {
        await body(api.DELETE('/api/me/sessions'));
        gone(({ current }) => !current);
      }),
  };
}
