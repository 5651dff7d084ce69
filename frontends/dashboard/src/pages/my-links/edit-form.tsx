import { type ApiProblem, api, asProblem, body, type Link } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Form } from '@linkway/kit/ui';
import { useRef, useState } from 'react';
import { useLinksChanged } from '../../data/queries';
import { shortAddress } from '../../data/short-address';
import { showFieldErrors } from '../../link-form/field-errors';
import { CodeField, DeviceFields, LimitFields, PasswordField, TextFields, UrlField } from '../../link-form/fields';
import fieldStyles from '../../link-form/fields.module.css';
import { changes, type LinkValues, valuesOf, withTypedSince } from '../../link-form/values';
import { useLinkOnScreen } from './use-links';

interface Props {
  id: string;
  link: Link;
  onBusy: (busy: boolean) => void;
  /** Whether more was typed since what is saved was sent. */
  onSaved: (typedOn: boolean) => void;
  onFailed: (problem: ApiProblem) => void;
}

/** Sends what was changed, and only that. */
export function EditForm({ id, link: opened, onBusy, onSaved, onFailed }: Props) {
  const { t } = useTranslation('dashboard');
  const [form] = Form.useForm<LinkValues>();
  const [link, setLink] = useState(opened);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [removePassword, setRemovePassword] = useState(false);
  // As it is now, for a save that began earlier.
  const removing = useRef(false);
  const remove = (yes: boolean): void => {
    removing.current = yes;
    setRemovePassword(yes);
  };
  const show = useLinkOnScreen();
  const changed = useLinksChanged();

  const save = async (): Promise<void> => {
    const typed = (): LinkValues => structuredClone({ ...valuesOf(link), ...form.getFieldsValue(true) });
    const sent = typed();
    const update = changes(link, sent, removePassword);
    if (Object.keys(update).length === 0) {
      onSaved(false);
      return;
    }
    onBusy(true);
    setProblem(null);
    try {
      const path = { id: link.id };
      const saved = await body(api.PUT('/api/links/{id}', { params: { path }, body: update }));
      await show(link.id, saved);
      toast(t('links.saved', { address: shortAddress(saved.short_url) }));
      const typedOn = JSON.stringify(typed()) !== JSON.stringify(sent) || removing.current !== removePassword;
      // Fields that nobody typed in hold what is saved now, another person's changes too: none is set back by the next save.
      form.setFieldsValue(withTypedSince(sent, typed(), valuesOf(saved)));
      setLink(saved);
      remove(removing.current && !removePassword);
      onSaved(typedOn);
      void changed();
    } catch (error) {
      const failed = asProblem(error);
      // Deleted elsewhere: what was typed stays to be copied, and the list behind no longer shows the link.
      if (failed.code === 'links.not_found') void changed();
      if (!showFieldErrors(form, failed)) setProblem(failed);
      onFailed(failed);
    } finally {
      onBusy(false);
    }
  };

  return (
    <Form<LinkValues>
      id={id}
      name={id}
      form={form}
      layout="vertical"
      className={fieldStyles.form}
      requiredMark={false}
      initialValues={valuesOf(opened)}
      scrollToFirstError={{ focus: true }}
      onFinish={() => void save()}
      onValuesChange={(change: Partial<LinkValues>) => {
        if (change.password) remove(false);
      }}
    >
      {problem && <ErrorCard error={problem} title={t('links.save_failed')} />}
      <UrlField />
      <CodeField host={link.domain?.domain_name ?? ''} help={t('form.code_change_help')} />
      <TextFields />
      <PasswordField
        label={link.has_password ? t('form.password_new') : t('form.password')}
        help={
          removePassword
            ? t('form.password_will_go')
            : link.has_password
              ? t('form.password_keep')
              : t('form.password_help')
        }
        extra={
          link.has_password && (
            <Button
              onClick={() => {
                form.setFieldValue('password', '');
                remove(!removePassword);
              }}
            >
              {removePassword ? t('undo') : t('form.password_remove')}
            </Button>
          )
        }
      />
      <LimitFields stored={link.expires_at} />
      <DeviceFields />
    </Form>
  );
}
