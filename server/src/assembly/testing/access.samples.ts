import { communicationSamples } from './access.communication-samples.ts'
import { dispatchSamples } from './access.dispatch-samples.ts'
import { notificationSamples } from './access.notifications-samples.ts'
import { peopleSamples } from './access.people-samples.ts'
import type { Place } from './access.place.ts'
import { planningSamples } from './access.planning-samples.ts'
import type { Me, Sample } from './access.sample.ts'
import { serviceSamples } from './access.service-samples.ts'
import { vehicleSamples } from './access.vehicle-samples.ts'

/** A valid call for each endpoint about a place or its records. */
export const placed: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
  ...peopleSamples,
  ...serviceSamples,
  ...dispatchSamples,
  ...planningSamples,
  ...vehicleSamples,
  ...notificationSamples,
  ...communicationSamples,
}
