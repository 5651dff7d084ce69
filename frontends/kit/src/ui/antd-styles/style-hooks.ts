// In the place of antd/es/theme/util/genStyleUtils.js (frontends/kit/build/antd): what antd's components are styled by. There their
// style sheets are worked out when one is first drawn, 15 ms each and 60 on a slow phone; here they are texts. What a theme changes
// are variables, which antd makes for itself in both.
import { useCSSVarRegister } from '@ant-design/cssinjs';
import getComponentToken from '@ant-design/cssinjs-utils/es/util/getComponentToken';
import getDefaultComponentToken from '@ant-design/cssinjs-utils/es/util/getDefaultComponentToken';
import { ConfigContext } from 'antd/es/config-provider/context';
import useToken, { unitless } from 'antd/es/theme/useToken';
import { useContext, useInsertionEffect } from 'react';
import { insertStyles } from './insert';
import { type StyleText, shared } from './texts';

type Component = string | readonly [component: string, part: string];
type Values = Record<string, unknown>;
interface Options {
  injectStyle?: boolean;
  order?: number;
  unitless?: Record<string, boolean>;
  deprecatedTokens?: [string, string][];
  extraCssVarPrefixCls?: string[] | ((of: { prefixCls: string; rootCls: string }) => string[]);
}

const PRIORITY = -999;
/** Of parts, after the whole. */
const PART_PRIORITY = -998;

interface Drawn {
  /** What all of antd is drawn with: its classes begin with it. */
  all: string;
  hash: string;
  nonce: string | undefined;
}

/** Puts the component's style sheet into the page. */
function styleHook(component: Component, styles: StyleText, { injectStyle, order }: Options) {
  const [first, part = first] = [component].flat();
  const name = `${first}-${part}`;
  const priority = order || PRIORITY;
  return (prefix: string, root: string, { all, hash, nonce }: Drawn): void =>
    useInsertionEffect(() => {
      if (injectStyle === false) return;
      const place = { hash, priority, nonce };
      insertStyles(shared, { ...place, key: `Shared-${all}`, prefix: all, root: all });
      insertStyles(styles, { ...place, key: `${name}-${prefix}`, prefix, root });
    }, [all, prefix, root, hash, nonce]);
}

/** Asked once for each component that is drawn: antd looks through all of a theme for each answer. */
function useDrawn() {
  const [, realToken, hash, , { prefix = '', key = '' } = {}] = useToken();
  const { csp, getPrefixCls } = useContext(ConfigContext);
  return { all: getPrefixCls(), hash, nonce: csp?.nonce, realToken, prefix, key };
}

/** The hook gives the class that the component's rules look for. */
export function genComponentStyleHook(
  component: Component,
  styles: StyleText,
  _tokens?: unknown,
  options: Options = {},
) {
  const useStyle = styleHook(component, styles, options);
  return (prefixCls: string, rootCls = prefixCls): string => {
    const drawn = useDrawn();
    useStyle(prefixCls, rootCls, drawn);
    return drawn.hash;
  };
}

/** As above, and the variables of the component beside it: the second class is what they hang on. */
export function genStyleHooks(component: Component, styles: StyleText, tokens?: unknown, options: Options = {}) {
  const [name = ''] = [component].flat();
  const useStyle = styleHook(component, styles, options);
  const own = (key: string): string => `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  const plain: Record<string, boolean> = { ...unitless, [own('zIndexPopup')]: true };
  for (const [key, is] of Object.entries(options.unitless ?? {})) plain[own(key)] = is;

  return (prefixCls: string, rootCls = prefixCls): [hashId: string, variables: string] => {
    const drawn = useDrawn();
    const { hash, nonce, realToken, prefix, key } = drawn;
    useStyle(prefixCls, rootCls, drawn);
    const extra = options.extraCssVarPrefixCls;
    const more = typeof extra === 'function' ? extra({ prefixCls, rootCls }) : extra;
    const scope = more?.length ? [rootCls, ...more] : rootCls;
    useCSSVarRegister({ path: [name], prefix, key, unitless: plain, token: realToken, scope, nonce }, () => {
      const defaults = getDefaultComponentToken(name, realToken as never, tokens as never) as Values;
      const values = getComponentToken(name, realToken as never, defaults, options as never) as Values;
      for (const key of Object.keys(defaults)) {
        values[own(key)] = values[key];
        delete values[key];
      }
      return values;
    });
    return [hash, key];
  };
}

/** A component that draws nothing, and brings the style of a part. */
export function genSubStyleComponent(component: Component, styles: StyleText, tokens?: unknown, options: Options = {}) {
  const useStyle = genComponentStyleHook(component, styles, tokens, { order: PART_PRIORITY, ...options });
  return function PartStyle({ prefixCls, rootCls }: { prefixCls: string; rootCls?: string }): null {
    useStyle(prefixCls, rootCls);
    return null;
  };
}

/** How a component names variables of its own, and asks for them. */
export function genCssVar(antCls: string, component: string) {
  const prefix = `--${antCls.replaceAll('.', '')}-${component}-`;
  const nameOf = (name: string): string => `${prefix}${name}`;
  const valueOf = (name: string, otherwise?: string): string =>
    `var(${prefix}${name}${otherwise ? `, ${otherwise}` : ''})`;
  return [nameOf, valueOf] as const;
}
