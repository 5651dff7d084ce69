import { useEffect, useState } from 'react';

const PAUSE = 250;

/** A field whose choices are found by what is typed into it. `search`: what is looked for, once typing pauses. */
export function usePicker() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(text.trim()), PAUSE);
    return () => window.clearTimeout(timer);
  }, [text]);
  return { open, setOpen, text, setText, search };
}
