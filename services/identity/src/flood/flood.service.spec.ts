import { describe, expect, it } from '@jest/globals';
import type { CountedReportRepository } from '../report/counted-report.repository.js';
import type { ThreatWatch } from '../threat/threat-watch.js';
import { FloodService } from './flood.service.js';

describe('floods that are told', () => {
  it('are counted in the order of their networks, whichever address of each is named', async () => {
    const counted: string[] = [];
    const reports = { once: (_: string, count: (manager: object) => unknown) => count({}) };
    const watch = { flooded: async (ip: string) => void counted.push(ip) };
    const floods = new FloodService(reports as unknown as CountedReportRepository, watch as unknown as ThreatWatch);
    const told = async (...addresses: string[]) => {
      counted.length = 0;
      const report_id = '0197a5a0-0000-7000-8000-000000000000';
      await floods.report({ report_id, floods: addresses.map((ip_address) => ({ ip_address, refused: 10 })) });
      return [...counted];
    };
    expect(await told('2001:db8:0:5::1', '2001:db8::1')).toEqual(['2001:db8::1', '2001:db8:0:5::1']);
    expect(await told('2001:db8:0:5::1', '2001:db8:0:0:1::')).toEqual(['2001:db8:0:0:1::', '2001:db8:0:5::1']);
    expect(await told('9.9.9.9', '::ffff:1.2.3.4')).toEqual(['::ffff:1.2.3.4', '9.9.9.9']);
  });
});
