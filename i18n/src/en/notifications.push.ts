import type { push as es } from '../es/notifications.push.ts'

export const push = {
  title: 'Push notifications',
  lead: 'They reach this device although Rumbo is closed, until you log out.',
  notConfigured: 'Push notifications are not configured. A super admin can switch them on (VAPID_SUBJECT).',
  unsupported: 'This browser gets no push notifications. On an iPhone, add Rumbo to the home screen first.',
  denied: 'You blocked notifications of Rumbo in this browser. Allow them in the settings of the site.',
  devices: 'Devices that get notifications',
  thisDevice: 'This device',
  neverSent: 'Switched on {{since}}, nothing sent yet',
  lastSent: 'Last sent {{at}}',
  remove: 'Remove',
  removeNamed: 'Remove {{device}}',
  switchOn: 'Switch on for this device',
  on: 'This device gets notifications now.',
  test: 'Send a test',
  tested_one: 'A test was sent to {{count}} device.',
  tested_other: 'A test was sent to {{count}} devices.',
  'error.change': 'It could not be changed. Please try again.',
  'error.load': 'Your devices could not be loaded. Please try again.',
} as const satisfies Record<keyof typeof es, string>
