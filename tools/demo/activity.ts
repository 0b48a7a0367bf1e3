import { sendCommand } from '@rumbo/contract/commands.contract'
import { listCandidates } from '@rumbo/contract/dispatch.contract'
import { listServices, type Service } from '@rumbo/contract/services.contract'
import { listProofs } from '@rumbo/contract/services.proofs.contract'
import { assignService } from '@rumbo/contract/services.transitions.contract'
import { createAlarmActivity } from './alarm-activity.ts'
import { demoNotes, fleets } from './demo-data.ts'
import { createDispatcherSession } from './dispatcher-session.ts'
import { createDriverActivity, offeringFleet } from './driver-activity.ts'
import { createIncidentActivity } from './incident-activity.ts'
import { createPick } from './pick.ts'
import { makePlans, plannedSequence } from './planning-activity.ts'
import { createRequestActivity } from './request-activity.ts'
import type { DemoFleet } from './simulated-fleet.ts'
import { createTrackingActivity } from './tracking-activity.ts'
import { createTripActivity } from './trip-activity.ts'

export interface DemoActivityOptions {
  baseUrl: string
  fleet: DemoFleet
  /** Milliseconds between two rounds. Default: 3,000. */
  everyMs?: number
  random?: () => number
  /** Prints a line for the person who started the demo. Default: nothing is printed. */
  print?: (line: string) => void
}
export interface DemoActivity {
  stop(): Promise<void>
}

/** Services left unassigned, so that a person has something to dispatch. */
const leftWaiting = 5
const maxRunning = 32
/** Share of rounds in which somebody asks for a service at once. */
const requestShare = 0.35
/** One round in this many sends a vehicle a query. */
const roundsPerQuery = 40
/** Routes of plans are read again once in so many rounds. */
const roundsPerSequence = 10
/** One round in this many cancels a service. */
const roundsPerCancellation = 60

/**
 * Creates, dispatches and completes services through the API, as a dispatcher would, and directs the simulated vehicles.
 * Services that a person assigns are driven too; only the person completes them.
 */
export function startDemoActivity(options: DemoActivityOptions): DemoActivity {
  const { baseUrl, fleet, everyMs = 3000, random = Math.random, print = () => undefined } = options
  const pick = createPick(random)
  const session = createDispatcherSession(baseUrl)
  const { call, devices } = session
  const requests = createRequestActivity(session, random)
  const drivers = createDriverActivity({
    baseUrl,
    random,
    pinOf: async ({ id }) => (await call(listProofs, { params: { id } })).pin,
  })
  const alarms = createAlarmActivity({ call, fleet, random })
  const incidents = createIncidentActivity({ fleet, random })
  const customers = createTrackingActivity({ call, random, print })
  const trips = createTripActivity({ session, fleet, drivers, customers, random })
  const offeringFleetId = () => session.fleetIds[fleets.findIndex(({ name }) => name === offeringFleet)]
  let isStopping = false
  let isPlanned = false
  let sequence = new Map<string, number>()
  let rounds = 0

  /** Plans are made once, beside the rounds, since a search takes seconds. */
  async function plan(): Promise<void> {
    if (isPlanned) return
    isPlanned = true
    await makePlans({
      call,
      random,
      fleetId: offeringFleetId() ?? '',
      companyId: session.companyId,
      notes: demoNotes,
      placeNear: requests.placeNear,
    })
  }

  /** Assigns the best vehicles to what waits, but for the last few. */
  async function assign(waiting: readonly Service[]): Promise<void> {
    for (const service of waiting.slice(0, Math.max(0, waiting.length - leftWaiting))) {
      const { items: candidates } = await call(listCandidates, { params: { serviceId: service.id } })
      const best = candidates.find((candidate) => candidate.isEligible && candidate.status === 'active')
      if (best && service.notes === demoNotes && service.fleetId !== offeringFleetId())
        // Refused where the driver on shift may not drive.
        await call(assignService, {
          params: { id: service.id },
          body: { vehicleId: best.vehicleId, version: service.version },
        }).catch(() => undefined)
    }
  }

  /** Sends a random vehicle a query; the demo sends no other commands. */
  async function sendQuery() {
    const vehicleId = pick([...devices.keys()])
    const type = pick(['status_query', 'gps_position'] as const)
    // Refused where the fleet has no commands feature or such a command is pending.
    await call(sendCommand, { body: { vehicleId, type } }).catch(() => undefined)
  }

  async function runRound() {
    const { items } = await call(listServices, {
      query: { status: ['on_dispatch', 'vehicle_assigned', 'in_progress'], size: 100, sort: 'dispatchTime' },
    })
    const waiting = items.filter((service) => service.status === 'on_dispatch')
    await assign(waiting)
    if (rounds++ % roundsPerSequence === 0) sequence = await plannedSequence(call, offeringFleetId() ?? '')
    await trips.update(items, sequence)
    if (await requests.dispatchDue()) await requests.request(true)
    if (items.length < maxRunning && random() < requestShare) await requests.request(false)
    if (random() < 1 / roundsPerCancellation) await requests.cancelOne(waiting)
    await customers.show(items.filter(({ notes }) => notes === demoNotes))
    await drivers.update()
    await alarms.update()
    incidents.update()
    if (devices.size > 0 && random() < 1 / roundsPerQuery) await sendQuery()
  }

  const run = async () => {
    while (!isStopping) {
      try {
        if (!session.isSignedIn()) await session.signIn()
        // A server that restarts meanwhile leaves the plans to the person.
        plan().catch(() => undefined)
        await runRound()
      } catch {
        // The server may be restarting, or a person changed the same service: sign in again and retry.
        session.signOut()
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, everyMs)
      })
    }
  }
  let wake: () => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  const running = run()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      wake()
      await running
    },
  }
}
