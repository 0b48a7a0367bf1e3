export { attachmentStore } from './attachments/communication.attachments.actions.ts'
export { communicationEndpoints } from './communication.endpoints.ts'
export type {
  MessageReceived,
  MessagesShown,
  MessageWritten,
  ThreadAssigned,
} from './communication.facts.ts'
export { followDriverOfService } from './drivers/communication.drivers.follow.actions.ts'
export { openEmergency } from './emergency/communication.emergency.actions.ts'
export { sharedFiles } from './files/communication.files.actions.ts'
export { watchMessages, workOffMessages } from './held/communication.held.watch.ts'
export { watchReplies, workOffReplies } from './inbound/communication.inbound.actions.ts'
export { routeRepliesToLink } from './inbound/communication.links.actions.ts'
export {
  findReceivedWords,
  findUnopened,
  findUnreadWords,
  type MessageWords,
} from './messages/communication.words.repository.ts'
export { communicationCrontab, communicationTasks } from './retention/communication.retention.jobs.ts'
