/** A style sheet and its keyframes by name, with `lwhash`, `lwprefix` and `lwroot` where the class of antd's version and the component's are. */
export type StyleText = readonly [css: string, keyframes: Record<string, string>];

// The build puts these here (frontends/kit/build/antd).
/** How links and icons look within components. */
export const shared: StyleText = ['', {}];
/** The icons themselves. */
export const icons: StyleText = ['', {}];
