import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { type Dialog, FormDialog, KitForm } from '@linkway/kit/ui/form';
import { shortAddress } from '../../data/short-address';
import { CampaignField } from '../../link-form/campaign-field';
import { CodeField, LimitFields, PasswordField, TextFields, UrlField } from '../../link-form/fields';
import { OptionFields } from '../../link-form/option-fields';
import type { LinkValues } from '../../link-form/values';
import { useEditing } from './use-editing';

/** Everything of a link, in a drawer over the list. */
export default function EditDrawer({ dialog }: { dialog: Dialog<Link> }) {
  const { t } = useTranslation(['create', 'my-links', 'dashboard']);
  const { link, form, initial, work, removePassword, remove, ...editing } = useEditing(dialog);
  return (
    <FormDialog
      dialog={dialog}
      title={t('my-links:edit_of', { address: shortAddress(dialog.of.short_url) })}
      form={dialog.id}
      save={t('dashboard:save')}
      busy={work.busy}
      problem={work.problem && { error: work.problem, title: t('my-links:save_failed') }}
      isDirty={editing.isDirty}
      unkept={editing.unkept}
      onDiscard={editing.giveUp}
      restored={editing.notice && { onDiscard: editing.startOver, overtaken: editing.notice === 'overtaken' }}
    >
      <KitForm<LinkValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={initial}
        onFinish={() => void editing.save()}
        onValuesChange={editing.onTyped}
      >
        <UrlField />
        <CodeField host={link.domain?.domain_name ?? ''} help={t('form.code_change_help')} />
        <CampaignField />
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
                {removePassword ? t('dashboard:undo') : t('form.password_remove')}
              </Button>
            )
          }
        />
        <LimitFields stored={link.expires_at} />
        <OptionFields of={initial} link={link.id} site={link.site ?? null} onTyped={() => editing.onTyped({})} />
      </KitForm>
    </FormDialog>
  );
}
