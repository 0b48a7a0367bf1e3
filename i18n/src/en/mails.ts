import type { mails as es } from '../es/mails.ts'

export const mails = {
  optedOut: 'Rumbo: you will get no more messages on this number. To get them again, reply START.',
  open: 'Open',
  foot: 'Rumbo sends this mail automatically; nobody reads replies.',
  footAnswerable: 'Rumbo sends this mail for the person who wrote it. To answer, reply to this mail.',
  resetSubject: 'Your code to recover your password',
  resetBody:
    'Hello {{name}},\n\nYour verification code is {{code}}. It expires in {{minutes}} minutes. Enter it here with your new password:\n\n{{link}}\n\nIf you did not ask for it, ignore this mail: your password stays as it is.',
  registeredSubject: 'An account waits for activation',
  registeredBody:
    'Hello {{name}},\n\n{{person}} ({{email}}) created an account and waits for someone to activate it and assign a fleet.',
  passwordChangedSubject: 'Your password has changed',
  passwordChangedBody:
    'Hello {{name}},\n\nThe password of your account {{username}} has changed, and all your sessions have ended.\n\nIf it was not you, recover it from the login screen as soon as you can and tell your administrator.',
  passwordSetSubject: 'An administrator changed your password',
  passwordSetBody:
    'Hello {{name}},\n\nAn administrator set another password for your account {{username}}, and all your sessions have ended.\n\nIf you did not expect this, talk to your administrator.',
  twoFactorOnSubject: 'Two-factor authentication is on',
  twoFactorOnBody:
    'Hello {{name}},\n\nFrom now on your account {{username}} asks for a one-time code to log in. Keep the recovery codes in a safe place.\n\nIf it was not you, change your password and tell your administrator.',
  twoFactorOffSubject: 'Two-factor authentication is off',
  twoFactorOffBody:
    'Hello {{name}},\n\nYour account {{username}} no longer asks for a one-time code to log in.\n\nIf it was not you, change your password and tell your administrator.',
  twoFactorResetSubject: 'An administrator took off your two-factor authentication',
  twoFactorResetBody:
    'Hello {{name}},\n\nAn administrator removed the one-time code from your account {{username}}, and all your sessions have ended. You can switch it on again in your profile.\n\nIf you did not ask for it, tell your administrator.',
  emailChangedSubject: 'The email of your account has changed',
  emailChangedBody:
    'Hello {{name}},\n\nThe email of your account is now {{email}}. This mailbox no longer receives its messages.\n\nIf it was not you, tell your administrator as soon as you can.',
  verificationSubject: 'Your code to verify your email',
  verificationBody:
    'Hello {{name}},\n\nYour verification code is {{code}}. It expires in {{minutes}} minutes.\n\nIf you did not ask for it, ignore this mail.',
  verificationText: 'Rumbo: your verification code is {{code}}. It expires in {{minutes}} minutes.',
  invitationSubject: '{{person}} invites you to {{company}} on Rumbo',
  invitationBody:
    'Hello,\n\n{{person}} invites you to work with {{company}} on Rumbo. Create your account with this link:\n\n{{link}}\n\nThe link works once and expires in {{days}} days. If you did not expect this invitation, ignore this mail.',
  createdSubject: 'Your Rumbo account is ready',
  createdBody:
    'Hello {{name}},\n\n{{person}} created the account {{username}} for you. Log in with the password they give you:\n\n{{link}}\n\nYou may have to choose a password of your own first.',
  activatedSubject: 'Your account is active',
  activatedBody: 'Hello {{name}},\n\nYour account {{username}} is active. You can log in now:\n\n{{link}}',
  trackingSubject: '{{company}}: follow your service {{number}}',
  trackingBody:
    'Hello,\n\nHere you can see where your vehicle is, when it arrives and, at the end, the receipt of your service {{number}} with {{company}}:\n\n{{link}}\n\nThe link is yours alone: anyone who has it can see your service. It closes one hour after the service ends.',
  trackingText: '{{company}}: follow your service {{number}} here: {{link}}',
  testSubject: 'Test delivery',
  testBody: 'Hello,\n\nThis mail is a test. If you are reading it, mail works.',
  testText: 'Rumbo: this SMS is a test. SMS works.',
  webhookOffSubject: 'The webhook “{{name}}” was switched off',
  webhookGone:
    'Hello,\n\nThe webhook “{{name}}” ({{url}}) answered that it receives nothing any more (410), so Rumbo switched it off. You can switch it on again in the settings of the company.',
  webhookFailing:
    'Hello,\n\nEvery call of the webhook “{{name}}” ({{url}}) has failed for five days, so Rumbo switched it off. Check its address, and switch it on again in the settings of the company.',
  'push.acknowledge': 'Acknowledge',
  'push.open': 'Open',
  'push.accept': 'Accept',
  'push.reject': 'Reject',
  'push.acknowledgeDone': 'Done: the event is acknowledged.',
  'push.acceptDone': 'You accepted the service.',
  'push.rejectDone': 'You rejected the service.',
  'push.failed': 'That did not work. Open Rumbo and try there.',
  'notification.event': '{{vehicle}} ({{plate}}) · {{time}} · Severity: {{severity}}',
  'notification.assigned': 'An event was assigned to you',
  'notification.mentioned': '{{name}} mentioned you in a comment',
  'notification.test': 'Test of the rule “{{name}}”',
  'notification.testMessage': 'This is how a notification of this rule arrives. Nothing happened.',
  'notification.escalation': 'Not attended: {{title}}',
  'digest.subject_one': '{{shown}} notification from Rumbo',
  'digest.subject_other': '{{shown}} notifications from Rumbo',
  'digest.line': '{{time}} · {{title}}',
  'digest.times': '{{title}} ({{count}} times)',
  'digest.more': 'and {{count}} more',
  'digest.unsubscribe': 'To stop receiving this summary:',
  'quiet.sms': 'Rumbo: {{count}} notifications during your quiet hours. The latest: {{title}}',
  'unsubscribe.ask':
    'Do you no longer want summaries of notifications from Rumbo by email? You will still see them in Rumbo.',
  'unsubscribe.button': 'Send no more summaries',
  'unsubscribe.done': 'Done: we will send no more summaries by email. You can change that in your profile.',
  'notification.service.assigned': 'Service {{number}}: it is yours',
  'notification.service.changed': 'Service {{number}} changed',
  'notification.service.cancelled': 'Service {{number}} was cancelled',
  'notification.service.taken': 'Service {{number}} is no longer yours',
  'notification.offer': 'You are offered service {{number}}',
  'notification.message': 'Message from {{name}}',
  'notification.attachment': 'Sent a file.',
  'push.testTitle': 'Test by Rumbo',
  'push.testMessage': 'If you see this, this device gets notifications.',
  'message.subject': 'Message from {{name}} in Rumbo',
  'message.filesRefused':
    '{{names}} could not be stored. JPEG, PNG and WebP pictures, PDF and audio of up to 2 minutes are accepted, up to 10 MB each.',
  'message.mailTooLarge': 'The mail “{{subject}}” is larger than 30 MB and was not stored.',
  'message.approved': 'Approved',
  'message.denied': 'Not approved',
  'message.request.break': 'I ask for a break',
  'message.request.end_shift': 'I ask to end my shift',
  'message.request.no_show': 'The customer did not show up',
  'message.request.help': 'I need help',
  'message.request.call_me': 'Please call me',
  'message.emergency': 'Emergency · {{vehicle}}',
  'message.emergencyLog': 'An emergency of vehicle {{vehicle}} was declared.',
} as const satisfies Record<keyof typeof es, string>
