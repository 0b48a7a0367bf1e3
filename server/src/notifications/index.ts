export {
  notificationCrontab,
  notificationTasks,
  watchDueNotifications,
} from './due/notifications.due.watch.ts'
export { mayAcknowledgeById } from './list/notifications.access.ts'
export { readInboxes } from './list/notifications.inbox.ts'
export type { PostContext } from './methods/notifications.post.actions.ts'
export { findUnwantedDeliveries } from './methods/notifications.unwanted.repository.ts'
export { notificationEndpoints } from './notifications.endpoints.ts'
export { preferenceEndpoints } from './preferences/notifications.preferences.endpoints.ts'
export { unsubscriptions } from './preferences/notifications.unsubscribe.ts'
export type { PushLinks } from './push/notifications.push.actions.ts'
export { pushEndpoints } from './push/notifications.push.endpoints.ts'
export { pushSubscriptionsOfSecret, pushTargets } from './push/notifications.push.targets.ts'
export { driverFacts, notifyDrivers } from './raising/notifications.drivers.listener.ts'
export { notifyingFacts, notifyOfFacts } from './raising/notifications.facts.listener.ts'
export { messageFacts, notifyOfMessages } from './raising/notifications.messages.listener.ts'
export { webhookEndpoints } from './webhooks/notifications.webhooks.endpoints.ts'
export { sealedWebhookSecrets } from './webhooks/notifications.webhooks.secrets.ts'
export { webhookTargets } from './webhooks/notifications.webhooks.targets.ts'
