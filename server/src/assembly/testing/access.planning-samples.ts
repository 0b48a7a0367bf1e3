import { planSettings } from '@rumbo/contract/planning.contract'
import type { Place } from './access.place.ts'
import { type Me, type Sample, some } from './access.sample.ts'

const ofPlan = ({ planId }: Place) => ({ params: { id: planId } })
const ofVersion = ({ planVersionId }: Place) => ({ params: { id: planVersionId } })
const ofRun = ({ planRunId }: Place) => ({ params: { id: planRunId } })
const settings = planSettings.parse({})

/** A valid call for each endpoint about the plans of a place. */
export const planningSamples: Readonly<Record<string, (place: Place, me: Me) => Sample>> = {
  'planning.list': ({ fleetId, planId }) => ({ query: { fleetId }, finds: planId }),
  'planning.read': ofPlan,
  'planning.create': ({ fleetId }) => ({ body: { fleetId, date: '2026-03-04', name: some() } }),
  'planning.save': (place) => ({
    ...ofPlan(place),
    body: {
      name: some(),
      settings,
      content: { routes: [{ vehicleId: place.vehicleId, visits: [] }] },
      version: 1,
    },
  }),
  'planning.delete': (place) => ({ ...ofPlan(place), query: { version: '1' } }),
  'planning.presence': (place) => ({ ...ofPlan(place), body: { vehicleId: null, serviceId: null } }),
  'planning.workspace': (place) => ({ ...ofPlan(place), finds: place.vehicleId }),
  'planning.travel': ofPlan,
  'planning.prepareTravel': (place) => ({ ...ofPlan(place), body: {} }),
  'planning.versions': (place) => ({ ...ofPlan(place), finds: place.planVersionId }),
  'planning.readVersion': ofVersion,
  'planning.keepVersion': (place) => ({ ...ofPlan(place), body: { name: some(), version: 1 } }),
  'planning.restoreVersion': (place) => ({ ...ofVersion(place), body: { version: 1 } }),
  'planning.deleteVersion': ofVersion,
  'planning.startRun': (place) => ({
    ...ofPlan(place),
    body: { version: 1, mode: 'replan', seconds: 5 },
    business: ['plan_no_orders', 'plan_no_vehicles'],
  }),
  'planning.runs': (place) => ({ ...ofPlan(place), finds: place.planRunId }),
  'planning.readRun': ofRun,
  'planning.stopRun': (place) => ({ ...ofRun(place), body: {} }),
  'planning.acceptRun': (place) => ({ ...ofRun(place), body: { version: 1, vehicleIds: null } }),
  'planning.discardRun': (place) => ({ ...ofRun(place), body: {} }),
  'planning.publish': (place) => ({ ...ofPlan(place), body: { version: 1 }, business: ['plan_empty'] }),
  'planning.withdraw': (place) => ({
    ...ofPlan(place),
    body: { version: 1 },
    business: ['plan_not_published'],
  }),
  'planning.live': (place) => ({ ...ofPlan(place), business: ['plan_not_published'] }),
  'planning.ahead': ({ fleetId, routedVehicleId }) => ({ query: { fleetId }, finds: routedVehicleId }),
  'planning.vehicleRoute': ({ routedVehicleId }) => ({ params: { id: routedVehicleId } }),
  'planning.schedules': ({ fleetId, planScheduleId }) => ({ query: { fleetId }, finds: planScheduleId }),
  'planning.createSchedule': ({ fleetId }) => ({ body: { fleetId, name: some(), weekdays: [1] } }),
  'planning.updateSchedule': ({ planScheduleId }) => ({
    params: { id: planScheduleId },
    body: { name: some(), weekdays: [1, 2], settings, version: 1 },
  }),
  'planning.deleteSchedule': ({ planScheduleId }) => ({ params: { id: planScheduleId } }),
}
