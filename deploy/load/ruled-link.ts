/** A visitor from Viet Nam (203.162.0.0/16 is VNPT's), as a proxy tells of one. */
export const VISITOR = '203.162.0.181';

const to = (place: string): string => `https://example.com/${place}?from=linkway`;

/** Where that visitor is led: no rule holds, so each of them is looked at, and the country decides. */
export const LED_TO = to('vn');

/** A link that leads by everything that a link can lead by; whatever else comes to that has its place here. */
export const RULED_LINK = {
  url: to('landing'),
  device_targeting: { mobile: to('mobile'), tablet: to('tablet'), desktop: to('desktop') },
  system_targeting: { ios: to('ios'), android: to('android') },
  location_targeting: { VN: LED_TO, US: to('us'), other: to('world') },
  rules: [
    { url: to('french'), any_of: [{ all_of: [{ kind: 'language', values: ['fr', 'fr-CA'] }] }] },
    {
      url: to('safari-in-japan'),
      any_of: [
        {
          all_of: [
            { kind: 'country', values: ['VN', 'JP'] },
            { kind: 'browser', values: ['safari'] },
          ],
        },
        {
          all_of: [
            { kind: 'device', values: ['tablet'] },
            { kind: 'system', values: ['ios'] },
          ],
        },
      ],
    },
    {
      url: to('never-at-work'),
      any_of: [
        {
          all_of: [
            { kind: 'weekday', values: ['monday', 'tuesday', 'wednesday'], time_zone: 'Asia/Ho_Chi_Minh' },
            { kind: 'time_of_day', from: '09:00', to: '17:00', time_zone: 'Asia/Ho_Chi_Minh' },
            { kind: 'referrer', values: ['news.example'] },
          ],
        },
      ],
    },
    { url: to('campaign'), any_of: [{ all_of: [{ kind: 'query', name: 'utm_campaign', op: 'is', value: 'spring' }] }] },
  ],
};
