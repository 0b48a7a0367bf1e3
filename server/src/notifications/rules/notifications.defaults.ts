import type { Audience, RuleBody } from '@rumbo/contract/notifications.rules.contract'

type Default = Partial<RuleBody> &
  Pick<RuleBody, 'name' | 'audience' | 'methods' | 'priority' | 'type'> & {
    key: string
    on: Partial<RuleBody['conditions']>
  }
const toManagers: Audience = { kind: 'roles', roles: ['fleet_owner', 'fleet_manager'] }
const toAdministrators: Audience = { kind: 'roles', roles: ['company_owner', 'company_manager'] }
const onDuty: Audience = { kind: 'onDuty' }

/** The rules every company gets, by key. Companies change, switch off or delete them like their own. */
const defaults: readonly Default[] = [
  {
    key: 'emergency',
    name: 'Emergencias',
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
    name: 'Eventos críticos',
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
    name: 'Seguridad',
    on: { categories: ['security'], severities: ['info', 'warning'] },
    audience: [toManagers, toAdministrators],
    methods: ['in_app', 'email'],
    priority: 'high',
    type: 'warning',
  },
  {
    key: 'warnings',
    name: 'Alarmas de las unidades',
    on: { severities: ['warning'], isAlarm: true, categories: ['vehicle', 'driver', 'system', 'user'] },
    audience: [onDuty],
    methods: ['in_app'],
    priority: 'normal',
    type: 'warning',
  },
  {
    key: 'lateness',
    name: 'Retrasos y turnos excedidos',
    on: { types: ['service_delay', 'driver_shift_timeout'] },
    audience: [onDuty],
    methods: ['in_app'],
    priority: 'high',
    type: 'warning',
  },
  {
    key: 'maintenance',
    name: 'Mantenimiento',
    on: { types: ['maintenance_due', 'maintenance_overdue'] },
    audience: [toManagers],
    methods: ['in_app', 'email'],
    priority: 'low',
    type: 'info',
    digest: 'day',
  },
  {
    key: 'watched',
    name: 'Invitados de la unidad',
    on: { severities: ['warning', 'critical'] },
    audience: [{ kind: 'guests' }],
    methods: ['in_app', 'push'],
    priority: 'normal',
    type: 'warning',
  },
]

export const defaultRules: readonly (RuleBody & { defaultKey: string })[] = defaults.map(
  ({ key, on, ...rule }) => ({
    fleetIds: [],
    isActive: true,
    schedule: { windows: [], holidays: 'any' },
    webhookIds: [],
    templates: { es: { title: '', message: '' }, en: { title: '', message: '' } },
    digest: null,
    ignoresQuietHours: false,
    repeatMinutes: 30,
    escalation: [],
    ...rule,
    conditions: {
      types: [],
      categories: [],
      severities: [],
      kinds: [],
      vehicleIds: [],
      fenceIds: [],
      isAlarm: false,
      ...on,
    },
    defaultKey: key,
  }),
)
