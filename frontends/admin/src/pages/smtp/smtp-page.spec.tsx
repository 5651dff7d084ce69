import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { problem, startApp } from '@linkway/kit/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { inboxMail, settings, template, unheardOf } from './fixtures';
import { button, drafts, field, PATH, press, retype, sent, show, TEXT } from './show-page';

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

describe('the SMTP configuration', () => {
  it('shows all but the password, and saves once something has changed', async () => {
    const requests = show({ [`PUT ${PATH}/settings`]: { body: { ...settings, from_name: 'Ours' } } });
    expect((await field(/^Server/)).value).toBe('smtp.example.com');
    expect([(await field(/^Port/)).value, (await field(/^Password/)).value]).toEqual(['587', '']);
    expect(screen.getByText(/never shown/)).toBeTruthy();
    expect((await button('Save')).disabled).toBe(true);
    await retype(/^Sender’s name/, 'Ours');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('The SMTP configuration is saved')).toBeTruthy();
    expect(await sent(requests, 'PUT', '/settings')).toEqual([
      {
        host: 'smtp.example.com',
        port: 587,
        secure: false,
        username: 'mailer',
        from_email: 'hello@example.com',
        from_name: 'Ours',
        enabled: true,
      },
    ]);
    await waitFor(async () => expect((await button('Save')).disabled).toBe(true));
  });

  it('asks for the password again for another server', async () => {
    const requests = show({ [`PUT ${PATH}/settings`]: { body: { ...settings, host: 'other.example.com' } } });
    await retype(/^Server/, 'other.example.com');
    expect(await screen.findByText(/^The saved password belongs to/)).toBeTruthy();
    await userEvent.click(await button('Save'));
    expect(await screen.findByText(/please enter the password again/)).toBeTruthy();
    expect(await sent(requests, 'PUT', '/settings')).toEqual([]);
    await retype(/^Password/, 'secret');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('The SMTP configuration is saved')).toBeTruthy();
    expect(await sent(requests, 'PUT', '/settings')).toMatchObject([{ host: 'other.example.com', password: 'secret' }]);
    expect((await field(/^Password/)).value).toBe('');
  });

  it('says at each field what is wrong, and what the server answers there', async () => {
    const requests = show({
      [`PUT ${PATH}/settings`]: problem(400, 'mail.host_invalid', {
        errors: [{ field: 'host', code: 'mail.host_invalid', detail: 'No such name' }],
      }),
    });
    await retype(/^Server/, '');
    await retype(/^Port/, '70000');
    await retype(/^Sender’s email/, '');
    await retype(/^Username/, '');
    await userEvent.click(await button('Save'));
    for (const text of ['Please enter the SMTP server', 'Please enter a port from 1 to 65535'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByText('Please enter the address that emails come from')).toBeTruthy();
    expect(await sent(requests, 'PUT', '/settings')).toEqual([]);
    await retype(/^Server/, 'a b');
    await retype(/^Port/, '25');
    await retype(/^Sender’s email/, 'hello@example.com');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('No such name')).toBeTruthy();
  });

  it('keeps what is typed where it was not saved, over a reload too, but no password', async () => {
    show({ [`PUT ${PATH}/settings`]: problem(503, 'service.unavailable') });
    await retype(/^Sender’s name/, 'Ours');
    await retype(/^Password/, 'secret');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('The SMTP configuration could not be saved')).toBeTruthy();
    expect((await field(/^Sender’s name/)).value).toBe('Ours');
    expect(drafts()).toEqual(['{"from_name":"Ours","under":{"from_name":"Linkway"}}']);
    cleanup();
    show();
    expect((await field(/^Sender’s name/)).value).toBe('Ours');
    await userEvent.click(await button('Discard changes'));
    expect((await field(/^Sender’s name/)).value).toBe('Linkway');
    expect((await button('Save')).disabled).toBe(true);
  });

  it('takes the usual port with another encryption, and leaves one that somebody chose', async () => {
    show();
    const choose = async (name: RegExp): Promise<void> => {
      await userEvent.click(await screen.findByLabelText(/^Encryption/));
      await userEvent.click((await screen.findAllByText(name)).at(-1) as HTMLElement);
    };
    await choose(/^TLS from the start/);
    await waitFor(async () => expect((await field(/^Port/)).value).toBe('465'));
    await retype(/^Port/, '2525');
    await choose(/^STARTTLS/);
    expect((await field(/^Port/)).value).toBe('2525');
  });

  it('says that it could not be loaded', async () => {
    show({ [`GET ${PATH}/settings`]: problem(500, 'internal.error') });
    expect(await screen.findByText('The SMTP configuration could not be loaded')).toBeTruthy();
    expect(await button('Try again')).toBeTruthy();
  });

  it('says what becomes of the password without a username, and asks for the username of a password', async () => {
    const requests = show({ [`PUT ${PATH}/settings`]: { body: { ...settings, username: '', password_set: false } } });
    await retype(/^Username/, '');
    expect(await screen.findByText(/the saved password is removed when you save/)).toBeTruthy();
    await retype(/^Password/, 'secret');
    await press('Save');
    expect(await screen.findByText(/^Please enter the username that this password belongs to/)).toBeTruthy();
    expect(await sent(requests, 'PUT', '/settings')).toEqual([]);
    await retype(/^Password/, '');
    await press('Save');
    expect(await screen.findByText('No password is saved.')).toBeTruthy();
    await retype(/^Username/, 'mailer');
    expect(await screen.findByText(/A server with a username usually asks for a password/)).toBeTruthy();
  });
});

describe('who may not manage emails', () => {
  it.each([
    ['settings', 'settings', ''],
    ['templates', 'templates', '&section=templates'],
    ['templates', 'one template', '&section=templates&mail=reset_password'],
    ['inbox', 'inbox', '&section=inbox'],
  ])('is told so, with nothing to try again: %s, %s', async (path, _, section) => {
    show({ [`GET ${PATH}/${path}`]: problem(403, 'auth.forbidden') }, section);
    expect(await screen.findByText('You have no permission to manage the email settings')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the test email', () => {
  it('tells what the server said', async () => {
    const requests = show({ [`POST ${PATH}/test`]: { body: { to: 'me@example.com', reply: '250 queued as 7' } } });
    await retype(/^Send to/, 'me@example.com');
    await userEvent.click(await button('Send test email'));
    expect(await screen.findByText(/accepted the email for me@example.com. It said: 250 queued as 7/)).toBeTruthy();
    expect(await sent(requests, 'POST', '/test')).toEqual([{ to: 'me@example.com' }]);
  });

  it('tells nothing of settings that it did not try', async () => {
    show({
      [`POST ${PATH}/test`]: { body: { to: 'me@example.com', reply: '250 queued' } },
      [`PUT ${PATH}/settings`]: { body: { ...settings, from_name: 'Ours', updated_at: '2026-11-06T08:00:00.000Z' } },
    });
    await retype(/^Send to/, 'me@example.com');
    await press('Send test email');
    expect(await screen.findByText(/accepted the email/)).toBeTruthy();
    await retype(/^Sender’s name/, 'Ours');
    expect(await screen.findByText(/Save your changes first/)).toBeTruthy();
    expect(screen.queryByText(/accepted the email/)).toBeNull();
    await press('Save');
    await waitFor(() => expect(screen.queryByText(/Save your changes first/)).toBeNull());
    expect(screen.queryByText(/accepted the email/)).toBeNull();
    expect((await button('Send test email')).disabled).toBe(false);
  });

  it('tells why it was not sent', async () => {
    show({ [`POST ${PATH}/test`]: problem(400, 'mail.connection_failed', { detail: 'SMTP connection failed.' }) });
    await retype(/^Send to/, 'me@example.com');
    await userEvent.click(await button('Send test email'));
    expect(await screen.findByText('The test email was not sent')).toBeTruthy();
    expect(screen.getByText('SMTP connection failed.')).toBeTruthy();
  });

  it('waits for a server that is switched on and saved', async () => {
    show({ [`GET ${PATH}/settings`]: { body: { ...settings, enabled: false } } });
    expect((await button('Send test email')).disabled).toBe(true);
    expect(screen.getByText('Sending by SMTP is switched off. Switch it on and save first.')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Send emails by SMTP/ }));
    expect(await screen.findByText(/Save your changes first/)).toBeTruthy();
    expect((await button('Send test email')).disabled).toBe(true);
  });
});

describe('the templates', () => {
  it('are all that there are, by their names, and a new one by its subject', async () => {
    show(
      {
        [`GET ${PATH}/templates`]: {
          body: { data: [{ ...template, vi: { ...template.vi, edited: true } }, unheardOf] },
        },
      },
      '&section=templates',
    );
    expect(await screen.findByText('Set a new password')).toBeTruthy();
    expect(screen.getByText('Something new')).toBeTruthy();
    expect(screen.getByText('Changed: Tiếng Việt')).toBeTruthy();
  });

  const edit = '&section=templates&mail=reset_password&language=en';

  it('are edited with their variables, previewed and saved', async () => {
    const saved = {
      ...template,
      en: { ...template.en, subject: 'A new one', edited: true, updated_at: '2026-11-06T08:00:00.000Z' },
    };
    const requests = show({ [`PUT ${TEXT}`]: { body: saved } }, edit);
    const subject = await field('Subject');
    expect(subject.value).toBe('Set a new password');
    const frame = await screen.findByTitle<HTMLIFrameElement>('Preview');
    expect([frame.getAttribute('sandbox'), frame.srcdoc]).toEqual(['', '<p>Hello Nguyễn An</p>']);
    await retype('Subject', 'For ');
    expect((await button('Insert {{reset_link}}')).disabled).toBe(true);
    await userEvent.click(await button('Insert {{user_name}}'));
    await waitFor(() => expect(subject.value).toBe('For {{user_name}}'));
    await waitFor(async () =>
      expect((await sent(requests, 'POST', '/preview')).at(-1)).toMatchObject({ subject: 'For {{user_name}}' }),
    );
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('The email is saved')).toBeTruthy();
    expect(await sent(requests, 'PUT', '/en')).toMatchObject([{ subject: 'For {{user_name}}' }]);
    expect(subject.value).toBe('A new one');
    expect(await button('Back to the original')).toBeTruthy();
  });

  it('say at the field what is wrong, and have no preview until then', async () => {
    const fault = { code: 'mail.template_variable_missing', detail: 'Put it in again' };
    const wrong = problem(400, fault.code, { errors: [{ field: 'text_content', ...fault }] });
    const both = problem(400, fault.code, {
      errors: ['html_content', 'text_content'].map((name) => ({ field: name, ...fault })),
    });
    show({ [`PUT ${TEXT}`]: wrong, [`POST ${TEXT}/preview`]: both }, edit);
    expect(await screen.findByText('There is no preview of this text yet:')).toBeTruthy();
    for (const name of ['HTML', 'Plain text']) expect(screen.getByText(`${name}: Put it in again`)).toBeTruthy();
    await retype('Plain text', 'Hello');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('Put it in again')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await field('Plain text')));
  });

  it('ask before what is typed is given up, and keep it over a reload', async () => {
    show({}, edit);
    await retype('Subject', 'Typed');
    await userEvent.click(await button('All emails'));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect((await field('Subject')).value).toBe('Typed');
    cleanup();
    show({}, edit);
    expect((await field('Subject')).value).toBe('Typed');
    await userEvent.click(await button('All emails'));
    const again = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await userEvent.click(within(again).getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Something new')).toBeTruthy();
    await userEvent.click(await button('Edit Set a new password'));
    expect((await field('Subject')).value).toBe('Set a new password');
  });

  it('go back to the original, once that is confirmed', async () => {
    const edited = {
      ...template,
      en: { ...template.en, subject: 'Ours', edited: true, updated_at: settings.updated_at },
    };
    const requests = show(
      { [`GET ${PATH}/templates`]: { body: { data: [edited] } }, [`DELETE ${TEXT}`]: { body: template } },
      edit,
    );
    await userEvent.click(await button('Back to the original'));
    const question = await screen.findByRole('dialog', { name: /^Go back to the original of “Set a new password”/ });
    expect(await sent(requests, 'DELETE', '/en')).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Back to the original' }));
    expect(await screen.findByText('The original text is back')).toBeTruthy();
    expect((await field('Subject')).value).toBe('Set a new password');
    expect(await sent(requests, 'DELETE', '/en')).toHaveLength(1);
  });
});

describe('the inbox', () => {
  const { html, text, ...entry } = inboxMail;
  const page = (data: unknown[], total = data.length) => ({
    body: { data, pagination: { page: 1, limit: 10, total, total_pages: Math.ceil(total / 10) } },
  });

  it('lists what was kept, and shows a mail in a frame that runs nothing', async () => {
    show(
      { [`GET ${PATH}/inbox`]: page([entry]), [`GET ${PATH}/inbox/${entry.id}`]: { body: inboxMail } },
      '&section=inbox',
    );
    await userEvent.click(await button('Read “Set a new password” to linh@example.com'));
    const dialog = await screen.findByRole('dialog');
    const frame = await within(dialog).findByTitle<HTMLIFrameElement>('Set a new password');
    expect([frame.getAttribute('sandbox'), frame.srcdoc]).toEqual(['', html]);
    await userEvent.click(within(dialog).getByText('Plain text'));
    expect(await within(dialog).findByText(text)).toBeTruthy();
  });

  it('shows a mail with its styles under the policy of the page', async () => {
    document.head.innerHTML = '<meta name="csp-nonce" content="once">';
    show(
      { [`GET ${PATH}/inbox`]: page([entry]), [`GET ${PATH}/inbox/${entry.id}`]: { body: inboxMail } },
      '&section=inbox',
    );
    await press('Read “Set a new password” to linh@example.com');
    const frame = await screen.findByTitle<HTMLIFrameElement>('Set a new password');
    document.head.innerHTML = '';
    expect(frame.srcdoc).toMatch(/<p data-mail-style="0">Hello Linh<\/p><style nonce="once">.*color: red/);
  });

  it('asks for the page that the address names', async () => {
    const requests = show({ [`GET ${PATH}/inbox`]: page([entry], 25) }, '&section=inbox&page=2');
    expect(await screen.findByText('25 emails')).toBeTruthy();
    const asked = new URL(requests.find(({ url }) => url.includes('/inbox'))?.url ?? '').searchParams;
    expect([asked.get('page'), asked.get('limit')]).toEqual(['2', '10']);
  });

  it('goes to the last page from one that is not there any more, and never beyond what can be asked for', async () => {
    const requests = show(
      {
        [`GET ${PATH}/inbox`]: ({ url }) =>
          new URL(url).searchParams.get('page') === '3' ? page([entry], 25) : page([], 25),
      },
      '&section=inbox&page=100001',
    );
    expect(await screen.findByText('Set a new password')).toBeTruthy();
    const asked = requests
      .filter(({ url }) => url.includes('/inbox'))
      .map(({ url }) => new URL(url).searchParams.get('page'));
    expect(asked).toEqual(['100000', '3']);
  });

  it('says of a mail that cannot be read any more that it cannot', async () => {
    const unreadable = { subject: '', html: '<!doctype html>', text: '' };
    show(
      {
        [`GET ${PATH}/inbox`]: page([{ ...entry, subject: '' }]),
        [`GET ${PATH}/inbox/${entry.id}`]: { body: { ...inboxMail, ...unreadable } },
      },
      '&section=inbox',
    );
    await press('Read “This email cannot be read any more” to linh@example.com');
    const dialog = await screen.findByRole('dialog', { name: 'This email cannot be read any more' });
    expect(await within(dialog).findByText(/^It was encrypted with a key/)).toBeTruthy();
    expect(within(dialog).queryByTitle(/cannot be read/)).toBeNull();
  });

  it('says what will be here', async () => {
    show({ [`GET ${PATH}/inbox`]: page([]) }, '&section=inbox');
    expect(await screen.findByText('No emails are kept')).toBeTruthy();
  });
});
