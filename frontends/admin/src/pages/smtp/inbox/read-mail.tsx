import { api, body, type InboxMail } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { usePageQuery } from '@linkway/kit/query';
import { Ghost, Segmented } from '@linkway/kit/ui';
import { Drawer } from '@linkway/kit/ui/dialog';
import type { Dialog } from '@linkway/kit/ui/table';
import { useState } from 'react';
import { MailFrame } from '../mail-frame';
import pageStyles from '../smtp-page.module.css';
import styles from './inbox.module.css';

export interface ReadMailProps {
  dialog: Dialog<Pick<InboxMail, 'id' | 'mail' | 'language' | 'to' | 'subject' | 'created_at'>>;
}

const WIDTH = 680;

/** A mail that was kept, as its reader would have seen it. */
export default function ReadMail({ dialog }: ReadMailProps) {
  const { t } = useTranslation(['smtp', 'kit']);
  const { dateTime } = useFormats();
  const { id, to, created_at, language, mail: template } = dialog.of;
  const [part, setPart] = useState<'html' | 'text'>('html');
  const { data, failure, isFetching, refresh } = usePageQuery({
    queryKey: ['inbox-mail', id],
    queryFn: ({ signal }) => body(api.GET('/api/admin/mail/inbox/{id}', { params: { path: { id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const subject = dialog.of.subject || t('inbox.unreadable');
  return (
    <Drawer
      open={dialog.open}
      zIndex={dialog.zIndex}
      size={`min(100vw, ${WIDTH}px)`}
      title={
        <h2 className={styles.title}>
          <bdi>{subject}</bdi>
        </h2>
      }
      onClose={dialog.end}
      afterOpenChange={(open) => !open && dialog.afterClose()}
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('inbox.to')}</dt>
          <dd>
            <bdi>{to}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('inbox.created')}</dt>
          <dd>{dateTime(created_at)}</dd>
        </div>
        <div>
          <dt>{t('kit:language.label')}</dt>
          <dd>{t(`kit:language.${language}`)}</dd>
        </div>
        <div>
          <dt>{t('templates.mail')}</dt>
          <dd>
            <code>{template}</code>
          </dd>
        </div>
      </dl>
      <div className={styles.part}>
        <Segmented
          aria-label={t('preview.part')}
          value={part}
          onChange={(next) => setPart(next as 'html' | 'text')}
          options={[
            { value: 'html', label: t('preview.html') },
            { value: 'text', label: t('preview.text') },
          ]}
        />
      </div>
      {data && isUnreadable(data) ? (
        <p role="status">{t('inbox.unreadable_text')}</p>
      ) : data ? (
        part === 'html' ? (
          <MailFrame html={data.html} title={subject} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys, too
          <pre className={pageStyles.text} tabIndex={0} aria-label={subject}>
            {data.text}
          </pre>
        )
      ) : failure ? (
        <ErrorCard error={failure} title={t('inbox.not_read')} retry={refresh} busy={isFetching} />
      ) : (
        <Ghost height={420} />
      )}
    </Drawer>
  );
}

/** Of what was sealed by a key that is not known any more nothing is left. */
const isUnreadable = ({ subject, text }: InboxMail): boolean => subject === '' && text === '';
