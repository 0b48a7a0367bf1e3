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
} as const
