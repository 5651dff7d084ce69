import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const invitation = defineMail({
  name: 'invitation',
  summary: 'Somebody is invited to a team. user_name is who invites, registration_link where it is accepted.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    team_name: textVariable('Marketing'),
    role: textVariable('editor'),
    registration_link: linkVariable('https://linkway.example/register?invite=example'),
    expires_at: timeVariable('2030-01-31T09:00:00Z'),
  },
  texts: {
    en: letter({
      subject: '{{user_name}} invites you to {{team_name}}',
      lines: [
        'Hello,',
        '{{user_name}} invites you to the team {{team_name}} on Linkway, as {{role}}.',
        { button: 'Accept the invitation', to: 'registration_link' },
        'The invitation is valid until {{expires_at}}.',
        'If you do not know who sent it, you can ignore this email.',
      ],
    }),
    vi: letter({
      subject: '{{user_name}} mời bạn tham gia {{team_name}}',
      lines: [
        'Xin chào,',
        '{{user_name}} mời bạn tham gia nhóm {{team_name}} trên Linkway với vai trò {{role}}.',
        { button: 'Chấp nhận lời mời', to: 'registration_link' },
        'Lời mời có hiệu lực đến {{expires_at}}.',
        'Nếu bạn không biết người gửi, vui lòng bỏ qua email này.',
      ],
    }),
  },
});
