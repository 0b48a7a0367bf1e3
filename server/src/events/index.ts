export { customRuleEndpoints } from './custom/events.custom.endpoints.ts'
export { createCustomRuleWatch } from './custom/events.custom.watch.ts'
export { ruleTestKind, testRuleWork } from './custom/events.custom-test.actions.ts'
export { handleEvent } from './events.actions.ts'
export { recordAlarms } from './events.alarms.actions.ts'
export { recordClaims } from './events.claims.actions.ts'
export { recordCodes } from './events.codes.actions.ts'
export { recordConditions } from './events.conditions.actions.ts'
export { recordDriverEvent } from './events.drivers.actions.ts'
export { resolveFindings } from './events.ended.actions.ts'
export { findFleetsWithFindings, findOpenFindings, findRaisedRules } from './events.ended.repository.ts'
export { eventEndpoints } from './events.endpoints.ts'
export type {
  EventAssigned,
  EventCommented,
  EventHandled,
  EventRaised,
  EventRecurred,
} from './events.facts.ts'
export { recordFindings } from './events.findings.actions.ts'
export type { Finding } from './events.findings.rules.ts'
export { eventCrontab, eventTasks } from './events.jobs.ts'
export { findLastPlaces } from './events.places.repository.ts'
export { findEventsById, findRecentEventIds } from './events.repository.ts'
export { exportEventsWork } from './export/events.export.actions.ts'
