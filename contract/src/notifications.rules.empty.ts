import type { RuleBody } from './notifications.rules.contract.ts'

/** A rule about every event, in the app, to nobody yet: what rules are before somebody says more. */
export const emptyRule = (): RuleBody => ({
  name: '',
  fleetIds: [],
  isActive: true,
  conditions: {
    types: [],
    categories: [],
    severities: [],
    kinds: [],
    vehicleIds: [],
    fenceIds: [],
    zoneIds: [],
    isAlarm: false,
  },
  schedule: { windows: [], holidays: 'any' },
  audience: [],
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
