import { type ApiProblem, asProblem, useProblemTexts } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Modal } from '@linkway/kit/ui/dialog';
import { useEffect, useRef, useState } from 'react';
import { TemplateFields } from './template-fields';
import { type TemplateValues, type UtmTemplate, useUtmTemplates, valuesOf } from './use-utm-templates';
import styles from './utm-templates.module.css';

/** `id` null: a new one. */
export interface Editing {
  id: string | null;
  values: TemplateValues;
}

/** Above the drawer that a link is changed in. */
const ABOVE = 2_000;

/** All templates of the workspace: renamed, changed and deleted here. `editing`: it begins with that one. */
export function TemplatesDialog({ editing: first, close }: { editing: Editing | null; close: () => void }) {
  const { t } = useTranslation('create');
  const { templates, error, save, remove } = useUtmTemplates();
  const [editing, setEditing] = useState(first);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const { detail: said } = useProblemTexts(problem ?? (error && !templates ? asProblem(error) : null));

  const attempt = async (work: () => Promise<unknown>, done: () => void): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      done();
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  const keep = ({ id, values }: Editing): Promise<void> =>
    attempt(
      () => save(id, values),
      () => {
        toast(t('templates.saved', { name: values.name.trim() }));
        if (first) close();
        else setEditing(null);
      },
    );
  const drop = ({ id, name }: UtmTemplate): Promise<void> =>
    attempt(
      () => remove(id),
      () => {
        setDeleting(null);
        toast(t('templates.deleted', { name }));
      },
    );

  return (
    <Modal
      open
      zIndex={ABOVE}
      width={520}
      title={editing ? t(editing.id ? 'templates.edit' : 'templates.save_as') : t('templates.title')}
      onCancel={close}
      footer={null}
      destroyOnHidden
    >
      {editing ? (
        <TemplateFields
          values={editing.values}
          problem={problem}
          busy={busy}
          change={(values) => setEditing({ ...editing, values })}
          save={() => void keep(editing)}
          cancel={() => {
            setProblem(null);
            if (first) close();
            else setEditing(null);
          }}
        />
      ) : (
        <>
          {said && <p role="alert">{said}</p>}
          {templates?.length === 0 && <p>{t('templates.none')}</p>}
          <ul className={styles.list}>
            {templates?.map((template) => {
              const { id, name, ...values } = template;
              return (
                <li key={id}>
                  <span className={styles.option}>
                    <bdi>{name}</bdi>
                    <small>{valuesOf(values)}</small>
                  </span>
                  {deleting === id ? (
                    <DeleteQuestion
                      name={name}
                      busy={busy}
                      remove={() => void drop(template)}
                      keep={() => setDeleting(null)}
                    />
                  ) : (
                    <span className={styles.buttons}>
                      <Button
                        aria-label={t('templates.edit_of', { name })}
                        onClick={() => setEditing({ id, values: { name, ...values } })}
                      >
                        {t('templates.edit_short')}
                      </Button>
                      <Button aria-label={t('templates.delete_of', { name })} onClick={() => setDeleting(id)}>
                        {t('templates.delete')}
                      </Button>
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Modal>
  );
}

interface Question {
  name: string;
  busy: boolean;
  remove: () => void;
  keep: () => void;
}

/** In place of the buttons of the template, one of which had the focus. */
function DeleteQuestion({ name, busy, remove, keep }: Question) {
  const { t } = useTranslation('create');
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  const question = t('templates.delete_ask', { name });
  return (
    <span className={styles.buttons} role="group" aria-label={question}>
      <span>{question}</span>
      <Button danger loading={busy} onClick={remove}>
        {t('templates.delete')}
      </Button>
      <Button ref={stay} onClick={keep}>
        {t('templates.keep')}
      </Button>
    </span>
  );
}
