import { type RefObject, useLayoutEffect } from 'react';

/**
 * The page was there before its scripts: what somebody has typed by then is theirs. `take` is called once, when the page comes
 * alive, with what stands in the inputs of these names; a checkbox has its state.
 */
export function useTyped<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  values: Values,
  names: readonly (keyof Values & string)[],
  take: (typed: Partial<Values>) => void,
): void {
  useLayoutEffect(() => {
    const typed: Record<string, string | boolean> = {};
    for (const name of names) {
      const input = form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
      const value = input?.type === 'checkbox' ? input.checked : input?.value;
      if (value && value !== values[name]) typed[name] = value;
    }
    if (Object.keys(typed).length > 0) take(typed as Partial<Values>);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page comes alive
  }, []);
}
