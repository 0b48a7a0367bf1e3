import type { Place } from './access.factory.ts'
import { type Sample, some } from './access.sample.ts'

const ofWebhook = ({ webhookId }: Place) => ({ params: { id: webhookId } })
const fields = () => ({ name: some(), url: 'https://hooks.example/rumbo', fleetIds: [] })

/** A valid call for each endpoint of webhooks. */
export const notificationSamples: Readonly<Record<string, (place: Place) => Sample>> = {
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
