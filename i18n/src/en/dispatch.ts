import type { dispatch as es } from '../es/dispatch.ts'

export const dispatch = {
  'waiting.title': 'On Dispatch',
  'waiting.empty': 'No services waiting',
  'waiting.emptyText': 'What comes in appears here at once.',
  'monitoring.title': 'Monitoring',
  'monitoring.empty': 'No services under way',
  'monitoring.emptyText': 'Services with an assigned vehicle appear here.',
  'waiting.age': 'waiting',

  'stage.toPickup': 'On the way to the pickup',
  'stage.waiting': 'Waiting at the pickup',
  'stage.onBoard': 'On board',

  'assign.title': 'Assign Vehicle',
  'assign.to': 'Assign to service {{number}}',
  'assign.search': 'Number or plate',
  'assign.submit': 'Assign',
  'assign.inactive':
    'Vehicle {{vehicle}} is inactive: it has not reported. Check with the driver before assigning it.',
  'assign.inactiveConfirm': 'Assign anyway',
  'assign.notEligible': 'Only active or inactive vehicles can be assigned.',
  'assign.none': 'No vehicle can be assigned now.',
  'assign.distance': 'Distance to the pickup',
  'assign.conflict': '{{person}} assigned vehicle {{vehicle}} {{age}}',

  'offline.disabled': 'No connection: actions wait until the server is back.',
} as const satisfies Record<keyof typeof es, string>
