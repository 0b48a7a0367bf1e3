export { recordAlarms } from './events.alarms.actions.ts'
export { eventEndpoints } from './events.endpoints.ts'
export type { EventRaised } from './events.facts.ts'
export { eventCrontab, eventTasks } from './events.maintenance.actions.ts'
