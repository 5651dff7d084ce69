/** What `/config.json` answers where the dashboard has one tab. */
export const configWith = (tab: { key: string; icon: string; title: { en: string; vi: string } }) => ({
  body: {
    remotes: { dashboard: '/remotes/dashboard/mf-manifest.json' },
    groups: [{ key: 'links', title: { en: 'Links', vi: 'Liên kết' } }],
    tabs: [{ ...tab, group: 'links', remote: 'dashboard' }],
  },
});
