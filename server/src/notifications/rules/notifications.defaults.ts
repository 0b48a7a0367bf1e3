import type {
  Audience,
  DefaultRuleKey,
  NotificationRule,
  RuleBody,
  RuleZone,
} from '@rumbo/contract/notifications.rules.contract'
import { emptyRule } from '@rumbo/contract/notifications.rules.empty'
import { type Language, translate } from '@rumbo/i18n'
import type { RuleRow } from './notifications.rules.repository.ts'

type Default = Partial<RuleBody> &
  Pick<RuleBody, 'audience' | 'methods' | 'priority' | 'type'> & {
    key: DefaultRuleKey
    on: Partial<RuleBody['conditions']>
  }
const toManagers: Audience = { kind: 'roles', roles: ['fleet_owner', 'fleet_manager'] }
const toAdministrators: Audience = { kind: 'roles', roles: ['company_owner', 'company_manager'] }
const onDuty: Audience = { kind: 'onDuty' }

/** The rules every company gets, by key. Companies change, switch off or delete them like their own. */
const defaults: readonly Default[] = [
  {
    key: 'emergency',
    on: { types: ['emergency_declared', 'crash_detected'] },
    audience: [onDuty, { kind: 'assignee' }],
    methods: ['in_app', 'push', 'email'],
    priority: 'critical',
    type: 'error',
    ignoresQuietHours: true,
    repeatMinutes: 5,
    escalation: [
      { afterSeconds: 60, audience: [toManagers, toAdministrators], methods: ['in_app', 'push', 'sms'] },
      { afterSeconds: 180, audience: [{ kind: 'sos', roles: ['sos_primary'] }], methods: ['sms'] },
      { afterSeconds: 600, audience: [{ kind: 'sos', roles: ['sos_secondary'] }], methods: ['sms'] },
    ],
  },
  {
    key: 'critical',
    on: {
      severities: ['critical'],
      types: [
        ...([
          'geofence_exit',
          'geofence_entry',
          'gps_alarm',
          'speeding',
          'harsh_braking',
          'harsh_acceleration',
        ] as const),
        ...(['engine_fault', 'low_fuel', 'low_battery', 'unauthorized_use', 'custom'] as const),
      ],
    },
    audience: [onDuty],
    methods: ['in_app', 'push'],
    priority: 'urgent',
    type: 'error',
    escalation: [{ afterSeconds: 180, audience: [toManagers], methods: ['in_app', 'push', 'email'] }],
  },
  {
    key: 'security',
    on: { categories: ['security'], severities: ['info', 'warning'] },
    audience: [toManagers, toAdministrators],
    methods: ['in_app', 'email'],
    priority: 'high',
    type: 'warning',
  },
  {
    key: 'warnings',
    on: { severities: ['warning'], isAlarm: true, categories: ['vehicle', 'driver', 'system', 'user'] },
    audience: [onDuty],
    methods: ['in_app'],
    priority: 'normal',
    type: 'warning',
  },
  {
    key: 'lateness',
    on: { types: ['service_delay', 'driver_shift_timeout'] },
    audience: [onDuty],
    methods: ['in_app'],
    priority: 'high',
    type: 'warning',
  },
  {
    key: 'maintenance',
    on: { types: ['maintenance_due', 'maintenance_overdue'] },
    audience: [toManagers],
    methods: ['in_app', 'email'],
    priority: 'low',
    type: 'info',
    digest: 'day',
  },
  {
    key: 'watched',
    on: { severities: ['warning', 'critical'] },
    audience: [{ kind: 'guests' }],
    methods: ['in_app', 'push'],
    priority: 'normal',
    type: 'warning',
  },
]

export const defaultRules: readonly (RuleBody & { defaultKey: DefaultRuleKey })[] = defaults.map(
  ({ key, on, ...given }) => {
    const rule = { ...emptyRule(), ...given, name: translate('es', `notificationRules.default.${key}`) }
    return { ...rule, conditions: { ...rule.conditions, ...on }, defaultKey: key }
  },
)

/** The default rule that this one still has the name of; null for renamed and own ones. */
const namedAs = ({ name, defaultKey }: Pick<RuleRow, 'name' | 'defaultKey'>) =>
  defaultRules.find((rule) => rule.defaultKey === defaultKey && rule.name === name)

/** Default rules are stored with their Spanish name, and shown in the language of the reader until somebody renames them. */
const hasDefaultName = (rule: Pick<RuleRow, 'name' | 'defaultKey'>): boolean => namedAs(rule) !== undefined

/** The name of a rule in a language. */
export function ruleNameOf(rule: Pick<RuleRow, 'name' | 'defaultKey'>, language: Language): string {
  const named = namedAs(rule)
  return named ? translate(language, `notificationRules.default.${named.defaultKey}`) : rule.name
}

/** @param zones what the zones of rules are called */
export const ruleOf = (
  { lastRaisedAt, updatedAt, ...rule }: RuleRow,
  zones: ReadonlyMap<string, RuleZone>,
): NotificationRule => ({
  ...rule,
  zones: rule.conditions.zoneIds.flatMap((id) => zones.get(id) ?? []),
  hasDefaultName: hasDefaultName(rule),
  lastRaisedAt: lastRaisedAt?.toISOString() ?? null,
  updatedAt: updatedAt.toISOString(),
})
