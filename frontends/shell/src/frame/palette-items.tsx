import { api, body } from '@linkway/kit/api';
import { languages, useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, useQuery } from '@linkway/kit/query';
import { openTab, useNavigate } from '@linkway/kit/router';
import { setTheme, themeChoices, useTheme } from '@linkway/kit/theme';
import { chooseAdded, readableAddress, useAddedLanguages } from '@linkway/kit/ui';
import {
  GlobalOutlined,
  HomeOutlined,
  LinkOutlined,
  LogoutOutlined,
  MoonOutlined,
  PlusOutlined,
  SunOutlined,
} from '@linkway/kit/ui/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useChooseLanguage } from '../layout/choose-language';
import { publicAddress } from '../layout/public-address';
import { useLeave } from '../layout/use-leave';
import { TabIcon } from './tab-icon';
import { tabsFor, titleOf, useTabs } from './tabs';

export interface PaletteItem {
  id: string;
  group: 'pages' | 'links' | 'actions';
  icon: ReactNode;
  text: string;
  detail?: string;
  run: () => void;
}

/** "liên kết" is found by "lien ket". */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').toLowerCase();

function usePages(admin: boolean): PaletteItem[] {
  const { language } = useTranslation('frame').i18n;
  return tabsFor(useTabs(), admin).map((tab) => ({
    id: `page-${tab.key}`,
    group: 'pages',
    icon: <TabIcon name={tab.icon} />,
    text: titleOf(tab, language),
    run: () => openTab(tab.key),
  }));
}

function useActions(): PaletteItem[] {
  const { t, i18n } = useTranslation(['frame', 'kit']);
  const { choice } = useTheme();
  const navigate = useNavigate();
  const chooseLanguage = useChooseLanguage();
  const added = useAddedLanguages();
  const leave = useLeave();
  const action = (id: string, icon: ReactNode, text: string, run: () => void): PaletteItem => ({
    id: `action-${id}`,
    group: 'actions',
    icon,
    text,
    run,
  });
  return [
    action('create', <PlusOutlined />, t('palette.create'), () => openTab('create')),
    ...themeChoices
      .filter((theme) => theme !== choice)
      .map((theme) =>
        action(
          theme,
          theme === 'dark' ? <MoonOutlined /> : <SunOutlined />,
          `${t('kit:theme.label')}: ${t(`kit:theme.${theme}`)}`,
          () => setTheme(theme),
        ),
      ),
    ...languages
      .filter((language) => language !== i18n.language)
      .map((language) =>
        action(
          language,
          <GlobalOutlined />,
          `${t('kit:language.label')}: ${t(`kit:language.${language}`)}`,
          () => void chooseLanguage(language),
        ),
      ),
    ...added
      .filter(({ code }) => code !== i18n.language)
      .map(({ code, name }) =>
        action(`added-${code}`, <GlobalOutlined />, `${t('kit:language.label')}: ${name}`, () => chooseAdded(code)),
      ),
    action('home', <HomeOutlined />, t('home'), () => void navigate(publicAddress('landing'))),
    action('leave', <LogoutOutlined />, t('logout'), () => void leave()),
  ];
}

const SEARCH_AFTER = 200;

/** The text once it has rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(text), SEARCH_AFTER);
    return () => window.clearTimeout(timer);
  }, [text]);
  return rested;
}

function useLinks(text: string): PaletteItem[] {
  const search = useRested(text.trim());
  const { data } = useQuery({
    queryKey: ['palette-links', search],
    queryFn: () => body(api.GET('/api/links', { params: { query: { limit: 5, ...(search && { search }) } } })),
    placeholderData: keepPreviousData,
  });
  return (data?.data ?? []).map((link) => ({
    id: `link-${link.id}`,
    group: 'links',
    icon: <LinkOutlined />,
    text: link.title || link.short_url.replace(/^https?:\/\//, ''),
    detail: link.title ? link.short_url.replace(/^https?:\/\//, '') : readableAddress(link.original_url),
    run: () => openTab('analytics', { link: link.id }),
  }));
}

/** What the typed text finds: pages and actions by their names, links by the API's search. */
export function usePaletteItems(text: string, admin: boolean): PaletteItem[] {
  const pages = usePages(admin);
  const actions = useActions();
  const links = useLinks(text);
  const wanted = plain(text.trim());
  const found = (item: PaletteItem): boolean => plain(item.text).includes(wanted);
  return [...pages.filter(found), ...links, ...actions.filter(found)];
}
