import { describe, expect, it } from '@jest/globals';
import { updateSecuritySettingsRpc } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { useServers } from '@linkway/platform/testkit';
import { DataSource } from 'typeorm';
import { ThreatAlertRepository } from '../src/threat/threat-alert.repository.js';
import { ThreatAlerts } from '../src/threat/threat-alerts.js';
import { allLookedAt, mailAbout, mailServerOf } from './account-mails.js';
import { administrator } from './administrator.js';
import { register, sql, start } from './identity.js';
import { inSession } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });

const found = (running: RunningService, count: number, first = 1) =>
  sql(
    running,
    `INSERT INTO threats (id, type, subject, ip_address, count, first_seen)
     SELECT gen_random_uuid(), 'brute_force', ip, ip, 20, '2030-01-31T09:00:00Z'
     FROM (SELECT '198.51.100.' || n AS ip FROM generate_series($1::int, $2::int) n) addresses`,
    [first, first + count - 1],
  );
const tell = (running: RunningService) => running.get<ThreatAlerts>(ThreatAlerts).round();
const sent = async (running: RunningService): Promise<Record<string, number>> => {
  const rows = await sql<{ mail: string; recipient: string; n: number }>(
    running,
    "SELECT mail, recipient, count(*)::int AS n FROM mails WHERE mail LIKE 'security_alert%' GROUP BY mail, recipient",
  );
  return Object.fromEntries(rows.map(({ mail, recipient, n }) => [`${mail} ${recipient}`, n]));
};

describe('alerts of threats', () => {
  it('go to every administrator, in the language of each, once for each threat', async () => {
    const env = servers.env('alerts');
    const [running, other] = [await start(env), await start(env)];
    const mails = await mailServerOf(running);
    await administrator(running);
    await register(running, { email: 'quan-tri@example.com', language: 'vi' });
    await register(running, { email: 'nobody@example.com' });
    await sql(running, "UPDATE users SET role = 'admin' WHERE email = 'quan-tri@example.com'");
    await found(running, 1);
    await Promise.all([tell(running), tell(other), tell(running), tell(other)]);
    const english = await mailAbout(mails, 'Suspicious activity: many wrong passwords', 'admin@example.com');
    expect(english.content).toContain('198.51.100.1');
    expect(english.links).toEqual(['https://linkway.example/dashboard?tab=security']);
    await mailAbout(mails, 'Hoạt động đáng ngờ: nhiều lần nhập sai mật khẩu', 'quan-tri@example.com');
    await tell(running);
    await allLookedAt(running);
    expect(await sent(running)).toEqual({
      'security_alert admin@example.com': 1,
      'security_alert quan-tri@example.com': 1,
    });
  });

  it('name malicious links in the language of whoever reads them', async () => {
    const running = await start(servers.env('malicious-alerts'));
    const mails = await mailServerOf(running);
    await administrator(running);
    await register(running, { email: 'quan-tri@example.com', language: 'vi' });
    await sql(running, "UPDATE users SET role = 'admin' WHERE email = 'quan-tri@example.com'");
    await found(running, 1);
    await sql(running, "UPDATE threats SET type = 'malicious_link'");
    await tell(running);
    const english = await mailAbout(
      mails,
      'Suspicious activity: many malicious links, all refused',
      'admin@example.com',
    );
    expect(english.content).toContain('198.51.100.1');
    await mailAbout(mails, 'Hoạt động đáng ngờ: nhiều liên kết độc hại, đều bị từ chối', 'quan-tri@example.com');
  });

  it('are ten an hour at most, then one about all others', async () => {
    const running = await start(servers.env('many-alerts'));
    await administrator(running);
    await found(running, 8);
    await tell(running);
    await found(running, 30, 100);
    await tell(running);
    await found(running, 5, 200);
    await tell(running);
    const [one, all] = ['security_alert admin@example.com', 'security_alert_summary admin@example.com'];
    expect(await sent(running)).toEqual({ [one]: 10, [all]: 1 });
    await sql(
      running,
      "UPDATE threats SET alerted_at = alerted_at - interval '61 minutes' WHERE alerted_at IS NOT NULL",
    );
    await tell(running);
    expect(await sent(running)).toEqual({ [one]: 15, [all]: 1 });
  });

  it('leave none over for later, however many begin at once', async () => {
    const running = await start(servers.env('flood', { DATABASE_POOL_SIZE: '1' }));
    const mails = await mailServerOf(running);
    await administrator(running);
    await sql(
      running,
      `INSERT INTO threats (id, type, subject, ip_address, count, first_seen)
       SELECT gen_random_uuid(), 'brute_force', '2001:db8::' || n, '2001:db8::' || n, 20, now() FROM generate_series(1, 2500) n`,
    );
    await tell(running);
    expect(await sql(running, 'SELECT FROM threats WHERE alerted_at IS NULL')).toEqual([]);
    await mailAbout(mails, 'Suspicious activity: more threats (2490)', 'admin@example.com');
    await sql(running, "UPDATE threats SET alerted_at = alerted_at - interval '61 minutes'");
    await found(running, 1);
    await tell(running);
    const [one, all] = ['security_alert admin@example.com', 'security_alert_summary admin@example.com'];
    expect(await sent(running)).toEqual({ [one]: 11, [all]: 1 });
  });

  it('go to nobody whose account is shut, and are written by one process at a time', async () => {
    const running = await start(servers.env('who'));
    await administrator(running);
    await register(running, { email: 'gone@example.com' });
    await sql(running, "UPDATE users SET role = 'admin', status = 'suspended' WHERE email = 'gone@example.com'");
    await found(running, 1);
    await running.get<DataSource>(DataSource).transaction(async (manager) => {
      expect(await running.get<ThreatAlertRepository>(ThreatAlertRepository).hold(manager)).toBe(true);
      await tell(running);
      expect(await sent(running)).toEqual({});
    });
    await tell(running);
    expect(await sent(running)).toEqual({ 'security_alert admin@example.com': 1 });
  });

  it('are sent while administrators want them alone, which the audit log and the settings tell', async () => {
    const running = await start(servers.env('no-alerts'));
    const admin = await administrator(running);
    const ip = '203.0.113.7';
    const off = { suspicious_activity_alerts: false, ip };
    expect(await inSession(running, admin, updateSecuritySettingsRpc, off)).toMatchObject({
      suspicious_activity_alerts: false,
    });
    await found(running, 3);
    await tell(running);
    await inSession(running, admin, updateSecuritySettingsRpc, { suspicious_activity_alerts: true, ip });
    await tell(running);
    expect(await sent(running)).toEqual({});
    await found(running, 1, 100);
    await tell(running);
    expect(await sent(running)).toEqual({ 'security_alert admin@example.com': 1 });
  });
});
