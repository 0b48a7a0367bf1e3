export { recordAlarms } from './events.alarms.actions.ts'
export { recordClaims } from './events.claims.actions.ts'
export { eventEndpoints } from './events.endpoints.ts'
export { eventCrontab, eventTasks } from './events.maintenance.actions.ts'
