import type { Audience, NotificationRule, RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { parseTemplate, type TemplateError, templateVariables } from '@rumbo/contract/templates.rules'

/** A new rule: warnings, in the app, to those on duty. */
export const emptyRule = (): RuleBody => ({
  name: '',
  fleetIds: [],
  isActive: true,
  conditions: {
    types: [],
    categories: [],
    severities: ['warning', 'critical'],
    kinds: [],
    vehicleIds: [],
    fenceIds: [],
    isAlarm: false,
  },
  schedule: { windows: [], holidays: 'any' },
  audience: [{ kind: 'onDuty' }],
  methods: ['in_app'],
  webhookIds: [],
  priority: 'normal',
  type: 'warning',
  templates: { es: { title: '', message: '' }, en: { title: '', message: '' } },
  digest: null,
  ignoresQuietHours: false,
  repeatMinutes: 30,
  escalation: [],
})

/** The rule as the form changes it. */
export function draftOfRule(rule: NotificationRule): RuleBody {
  const { id, companyId, defaultKey, lastRaisedAt, updatedAt, updatedBy, version, ...body } = rule
  return body
}

/** The first error of a template; null without one. */
export function templateErrorOf(text: string): TemplateError | null {
  const parsed = parseTemplate(text, templateVariables)
  return 'error' in parsed ? parsed.error : null
}

export const hasTemplateErrors = ({ templates }: RuleBody): boolean =>
  [templates.es, templates.en].some(({ title, message }) =>
    [title, message].some((text) => templateErrorOf(text) !== null),
  )

/** Whether the rule or a step of its escalation calls webhooks, so that they are chosen. */
export const callsWebhooks = ({ methods, escalation, webhookIds }: RuleBody): boolean =>
  webhookIds.length > 0 ||
  [methods, ...escalation.map((step) => step.methods)].some((all) => all.includes('webhook'))

/** Recipients without anything to choose. */
export const plainAudiences = ['onDuty', 'assignee', 'driver', 'guests'] as const

/** The recipients with those of `kind` replaced; `next` null removes them. */
export const withAudience = (
  all: readonly Audience[],
  kind: Audience['kind'],
  next: Audience | null,
): Audience[] => [...all.filter((one) => one.kind !== kind), ...(next ? [next] : [])]
