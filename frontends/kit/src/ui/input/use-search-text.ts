import { useEffect, useRef, useState } from 'react';

const PAUSE = 250;

/** A text that is handed on when typing pauses; a change from outside (back, a link) replaces it. */
export function useSearchText(value: string, hand: (value: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const handed = useRef(value);
  const latest = useRef(hand);
  useEffect(() => {
    latest.current = hand;
  });

  useEffect(() => {
    if (value === handed.current) return;
    handed.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === handed.current) return;
    const timer = window.setTimeout(() => {
      handed.current = wanted;
      latest.current(wanted);
    }, PAUSE);
    return () => window.clearTimeout(timer);
  }, [text]);

  return [text, setText];
}
