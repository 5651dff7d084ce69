import { type ApiProblem, api, asProblem, body } from '@linkway/kit/api';
import { useQueryClient } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import type { ErrorCode } from '@linkway/kit/ui/form';
import { useRef, useState } from 'react';
import { fileFault, squareOf } from './picked-picture';

/** Twice what it is shown at, for sharp screens. */
const PREVIEW_SIZE = 192;

interface Picked {
  file: File;
  /** As it will be shown. */
  square: string;
}

/** The picture of the account: one is picked, looked at, and sent, or what is there is taken away. */
export function useAvatar() {
  const client = useQueryClient();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [busy, setBusy] = useState(false);
  /** Of a file that is not sent for it. */
  const [fault, setFault] = useState<ErrorCode | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  /** Opening a picture takes its time: the one that was picked last counts. */
  const last = useRef<File | null>(null);

  const cancel = (): void => {
    last.current = null;
    setPicked(null);
    setFault(null);
    setProblem(null);
  };
  const changed = async (): Promise<void> => {
    await loadSession();
    await client.invalidateQueries({ queryKey: ['me'] });
  };
  return {
    picked,
    busy,
    fault,
    problem,
    cancel,
    changed,
    pick: async (file: File): Promise<void> => {
      cancel();
      last.current = file;
      const wrong = fileFault(file);
      const square = wrong ? null : await squareOf(file, PREVIEW_SIZE);
      if (last.current !== file) return;
      if (square) setPicked({ file, square });
      else setFault(wrong ?? 'avatar.unreadable');
    },
    /** Whether it was taken. */
    send: async ({ file }: Picked): Promise<boolean> => {
      setBusy(true);
      setProblem(null);
      try {
        const sent = { body: file, bodySerializer: (picture: Blob) => picture, headers: { 'content-type': file.type } };
        await body(api.PUT('/api/me/avatar', sent));
        await changed();
        cancel();
        return true;
      } catch (error) {
        const failed = asProblem(error);
        // Another picture is needed, so this one is not offered again.
        if (failed.code.startsWith('avatar.')) setPicked(null);
        setProblem(failed);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
