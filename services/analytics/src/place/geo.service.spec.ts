import { describe, expect, it } from '@jest/globals';
import { GeoService } from './geo.service.js';

const geo = new GeoService({ GEO_DB_V4: '', GEO_DB_V6: '' });

describe('GeoService', () => {
  it('finds country and city of IPv4 and IPv6 addresses', async () => {
    expect(await geo.locate('113.160.0.1')).toMatchObject({ country: 'VN', city: expect.stringMatching(/^[^(]+$/) });
    expect(await geo.locate('2402:800:6000::1')).toMatchObject({ country: 'VN' });
  });

  it('knows an IPv4 address that came through an IPv6 socket', async () =>
    expect(await geo.locate('::ffff:113.160.0.1')).toEqual(await geo.locate('113.160.0.1')));

  it.each(['127.0.0.1', '10.0.0.1', '', 'unknown', '999.1.1.1', '::1'])('has no place for %j', async (ip) =>
    expect(await geo.locate(ip)).toEqual({ country: '', city: '' }),
  );
});
