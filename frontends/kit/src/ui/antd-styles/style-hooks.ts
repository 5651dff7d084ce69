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

/** The hook puts the component's style sheet into the page, and gives the class that its rules look for. */
export function genComponentStyleHook(
  component: Component,
  styles: StyleText,
  _tokens?: unknown,
  options: Options = {},
) {
  const [first, part = first] = [component].flat();
  const name = `${first}-${part}`;
  const priority = options.order || PRIORITY;
  return (prefix: string, root = prefix): string => {
    const [, , hashId] = useToken();
    const { csp, getPrefixCls } = useContext(ConfigContext);
    const [all, nonce] = [getPrefixCls(), csp?.nonce];
    useInsertionEffect(() => {
      if (options.injectStyle === false) return;
      const place = { hash: hashId, priority, nonce };
      insertStyles(shared, { ...place, key: `Shared-${all}`, prefix: all, root: all });
      insertStyles(styles, { ...place, key: `${name}-${prefix}`, prefix, root });
    }, [all, prefix, root, hashId, nonce]);
    return hashId;
  };
}

/** As above, and the variables of the component beside it: the second class is what they hang on. */
export function genStyleHooks(component: Component, styles: StyleText, tokens?: unknown, options: Options = {}) {
  const [name = ''] = [component].flat();
  const useStyle = genComponentStyleHook(component, styles, tokens, options);
  const own = (key: string): string => `${name}${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  const plain: Record<string, boolean> = { ...unitless, [own('zIndexPopup')]: true };
  for (const [key, is] of Object.entries(options.unitless ?? {})) plain[own(key)] = is;

  const useVariables = (scope: string | string[]): string => {
    const [, realToken, , , { prefix = '', key = '' } = {}] = useToken();
    const { csp } = useContext(ConfigContext);
    useCSSVarRegister(
      { path: [name], prefix, key, unitless: plain, token: realToken, scope, nonce: csp?.nonce },
      () => {
        const defaults = getDefaultComponentToken(name, realToken as never, tokens as never) as Values;
        const values = getComponentToken(name, realToken as never, defaults, options as never) as Values;
        for (const key of Object.keys(defaults)) {
          values[own(key)] = values[key];
          delete values[key];
        }
        return values;
      },
    );
    return key;
  };

  return (prefixCls: string, rootCls = prefixCls): [hashId: string, variables: string] => {
    const hashId = useStyle(prefixCls, rootCls);
    const extra = options.extraCssVarPrefixCls;
    const more = typeof extra === 'function' ? extra({ prefixCls, rootCls }) : extra;
    return [hashId, useVariables(more?.length ? [rootCls, ...more] : rootCls)];
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
