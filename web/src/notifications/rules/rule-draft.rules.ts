import { eventCategories, eventSeverities, eventTypes } from '@rumbo/contract/events.contract'
import type {
  Audience,
  NotificationRule,
  RuleBody,
  sosRoles,
} from '@rumbo/contract/notifications.rules.contract'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import { parseTemplate, type TemplateError, templateVariables } from '@rumbo/contract/templates.rules'

/** Parts of an audience that have no choice of their own. */
export const plainAudiences = ['onDuty', 'assignee', 'driver', 'guests'] as const
export const plainAudience = (kind: (typeof plainAudiences)[number]) => ({ kind }) as Audience
export const audienceRoles = [
  'company_owner',
  'company_manager',
  'fleet_owner',
  'fleet_manager',
  'dispatcher',
  'fleet_member',
  'fleet_viewer',
] as const satisfies readonly AssignmentRole[]
export const choices = {
  types: eventTypes,
  categories: eventCategories,
  severities: eventSeverities,
} as const

const wording = { title: '', message: '' }
/** A new rule: warnings for those on duty. */
export const newRule: RuleBody = {
  name: '',
  fleetIds: [],
  isActive: true,
  conditions: {
    types: [],
    categories: [],
    kinds: [],
    vehicleIds: [],
    fenceIds: [],
    severities: ['warning', 'critical'],
    isAlarm: false,
  },
  schedule: { windows: [], holidays: 'any' },
  audience: [{ kind: 'onDuty' }],
  methods: ['in_app'],
  webhookIds: [],
  priority: 'normal',
  type: 'warning',
  templates: { es: wording, en: wording },
  digest: null,
  ignoresQuietHours: false,
  repeatMinutes: 30,
  escalation: [],
}

/** What a form changes of a rule. */
export function draftOf(rule: NotificationRule): RuleBody {
  const { id: _, companyId, defaultKey, lastRaisedAt, updatedAt, updatedBy, version, ...body } = rule
  return body
}

/** The audience with a part of it switched on or off, or with other roles; parts that the form does not show stay. */
export function withAudience(
  audience: readonly Audience[],
  next: Audience | { kind: Audience['kind']; isOff: true },
): Audience[] {
  const others = audience.filter(({ kind }) => kind !== next.kind)
  return 'isOff' in next ? others : [...others, next]
}
export const rolesOf = (audience: readonly Audience[]): AssignmentRole[] =>
  audience.flatMap((one) => (one.kind === 'roles' ? one.roles : []))
export const sosOf = (audience: readonly Audience[]): (typeof sosRoles)[number][] =>
  audience.flatMap((one) => (one.kind === 'sos' ? one.roles : []))

/** What is wrong with a template; null for none. */
export function templateErrorOf(text: string): TemplateError | null {
  const parsed = parseTemplate(text, templateVariables)
  return 'error' in parsed ? parsed.error : null
}

const lengths = { title: 120, message: 1_000 } as const
/** Whether a rule can be sent: it has a name, somebody to reach, a method, and sound texts. */
export function isSound({ name, audience, methods, templates, repeatMinutes }: RuleBody): boolean {
  const texts = [templates.es, templates.en]
  return (
    name.trim() !== '' &&
    audience.length > 0 &&
    methods.length > 0 &&
    Number.isInteger(repeatMinutes) &&
    repeatMinutes >= 0 &&
    repeatMinutes <= 1_440 &&
    texts.every(
      ({ title, message }) =>
        templateErrorOf(title) === null &&
        templateErrorOf(message) === null &&
        title.length <= lengths.title &&
        message.length <= lengths.message,
    )
  )
}
