import { OnOff, type OnOffProps } from './on-off';

/** A switch of a form, which gives it the rest. */
export function OnOffField({ name, on = false, onChange = () => undefined }: Partial<OnOffProps> & { name: string }) {
  return <OnOff on={on} name={name} text={name} onChange={onChange} />;
}
