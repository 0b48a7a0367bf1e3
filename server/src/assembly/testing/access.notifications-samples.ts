import type { Place } from './access.place.ts'
import { ofCompany, type Sample, some } from './access.sample.ts'

const ofWebhook = ({ webhookId }: Place) => ({ params: { id: webhookId } })
const fields = () => ({ name: some(), url: 'https://hooks.example/rumbo', fleetIds: [] })

const ofRule = ({ notificationRuleId }: Place) => ({ params: { id: notificationRuleId } })
const rule = ({ fleetId }: Place) => ({
  ...{
    name: some(),
    fleetIds: [fleetId],
    conditions: {},
    audience: [{ kind: 'onDuty' }],
    methods: ['in_app'],
  },
  templates: { es: { title: '', message: '' }, en: { title: '', message: '' } },
})

/** A valid call for each endpoint of notification rules and webhooks. */
export const notificationSamples: Readonly<Record<string, (place: Place) => Sample>> = {
  'notificationRules.list': ({ companyId, notificationRuleId }) => ({
    query: { companyId },
    finds: notificationRuleId,
  }),
  'notificationRules.activity': ofRule,
  'notificationRules.create': (place) => ({ body: { companyId: place.companyId, ...rule(place) } }),
  'notificationRules.change': (place) => ({ ...ofRule(place), body: { ...rule(place), version: 1 } }),
  'notificationRules.switch': (place) => ({ ...ofRule(place), body: { isActive: true } }),
  'notificationRules.delete': ofRule,
  'notificationRules.restoreDefaults': ({ companyId }) => ({ body: { companyId } }),
  'notificationRules.preview': (place) => ({ body: { companyId: place.companyId, ...rule(place) } }),
  'notificationRules.test': ofRule,
  'companyQuietHours.read': ofCompany,
  'companyQuietHours.change': (place) => ({ ...ofCompany(place), body: { windows: [] } }),
  'duty.list': ({ fleetId, userId }) => ({
    query: { fleetId },
    finds: (body) => (body as { items: { userId: string }[] }).items.some((one) => one.userId === userId),
  }),
  'duty.start': ({ fleetId }) => ({ body: { fleetId } }),
  'duty.end': ({ fleetId }) => ({ body: { fleetId } }),
  'webhooks.list': ({ companyId, webhookId }) => ({ query: { companyId }, finds: webhookId }),
  'webhooks.create': ({ companyId }) => ({ body: { companyId, ...fields() } }),
  'webhooks.change': (place) => ({
    ...ofWebhook(place),
    body: { ...fields(), isActive: true, version: 1 },
  }),
  'webhooks.delete': ofWebhook,
  'webhooks.rotateSecret': (place) => ({ ...ofWebhook(place), body: {} }),
  'webhooks.test': ofWebhook,
  'webhooks.log': (place) => ({ ...ofWebhook(place), finds: place.webhookDeliveryId }),
  'webhooks.replay': ({ webhookId, webhookDeliveryId }) => ({
    params: { id: webhookId, deliveryId: webhookDeliveryId },
  }),
}
