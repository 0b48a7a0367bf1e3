/** Ways into conversations, recipients and references. */
export const messaging = {
  message: 'Message',
  toDriver: 'Message the driver',
  toPerson: 'Send a message',
  aboutService: 'Conversation about the service',
  forbidden: 'You can read the conversations of this fleet, but not write in them.',
  noAccess: 'You have no access to the conversations of this fleet.',
  noDriver: 'It has no driver or vehicle yet.',
  noFleet: 'Choose a fleet first.',
  sendBy: 'Send by {{method}}',
  sendAllBy: 'Send to all of them by {{method}}',
  sentAgain_one: 'Sent to {{count}} person',
  sentAgain_other: 'Sent to {{count}} people',
  notSent_one: '{{count}} cannot be reached by that method.',
  notSent_other: '{{count}} cannot be reached by that method.',
  left_one: '{{count}} is left: send it again.',
  left_other: '{{count}} are left: send it again.',
} as const
