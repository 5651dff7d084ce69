// In the place of antd/es/theme/util/useResetIconStyle.js (frontends/kit/build/antd).
import { useInsertionEffect } from 'react';
import { insertStyles } from './insert';
import { icons } from './texts';

export default function useResetIconStyle(prefix: string, csp?: { nonce?: string }): void {
  const nonce = csp?.nonce;
  useInsertionEffect(
    () => insertStyles(icons, { key: `icons-${prefix}`, hash: '', prefix, root: prefix, priority: 0, nonce }),
    [prefix, nonce],
  );
}
