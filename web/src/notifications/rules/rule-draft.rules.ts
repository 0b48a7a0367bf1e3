import {
  type Audience,
  type NotificationRule,
  type RuleBody,
  smsLetters,
} from '@rumbo/contract/notifications.rules.contract'
import { emptyRule } from '@rumbo/contract/notifications.rules.empty'
import { parseTemplate, type TemplateError, templateVariables } from '@rumbo/contract/templates.rules'

/** A new rule: warnings, in the app, to those on duty. */
export function newRule(): RuleBody {
  const empty = emptyRule()
  const severities: RuleBody['conditions']['severities'] = ['warning', 'critical']
  return { ...empty, conditions: { ...empty.conditions, severities }, audience: [{ kind: 'onDuty' }] }
}

/** The rule as the form changes it. */
export function draftOfRule(rule: NotificationRule): RuleBody {
  const { id, companyId, zones, defaultKey, hasDefaultName, lastRaisedAt, ...more } = rule
  const { updatedAt, updatedBy, version, ...body } = more
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

/** Whether an SMS of the rule, or of a step of its escalation, has no room for its texts; variables may make them longer. */
export function isCutInSms({ methods, escalation, templates }: RuleBody, language: 'es' | 'en'): boolean {
  const { title, message } = templates[language]
  return (
    [methods, ...escalation.map((step) => step.methods)].some((all) => all.includes('sms')) &&
    Array.from(`${title}. ${message}`).length > smsLetters
  )
}

/** Recipients without anything to choose. */
export const plainAudiences = ['onDuty', 'assignee', 'driver', 'guests'] as const

/** The recipients with those of `kind` replaced; `next` null removes them. */
export const withAudience = (
  all: readonly Audience[],
  kind: Audience['kind'],
  next: Audience | null,
): Audience[] => [...all.filter((one) => one.kind !== kind), ...(next ? [next] : [])]
