import { sendCommand } from '@rumbo/contract/commands.contract'
import { listContacts } from '@rumbo/contract/directory.contract'
import { listCandidates } from '@rumbo/contract/dispatch.contract'
import { login, profileCompanies } from '@rumbo/contract/identity.contract'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { recordPayment } from '@rumbo/contract/payments.contract'
import { searchPlaces } from '@rumbo/contract/places.contract'
import { createService, listServices, type Service } from '@rumbo/contract/services.contract'
import { listProofs } from '@rumbo/contract/services.proofs.contract'
import {
  assignService,
  cancelService,
  completeService,
  confirmPickup,
  dispatchService,
} from '@rumbo/contract/services.transitions.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { listVehicleContacts } from '@rumbo/contract/vehicles.contacts.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import { createAlarmActivity } from './alarm-activity.ts'
import { createCall } from './api-call.ts'
import { demoPassword, fleets } from './demo-data.ts'
import { createDriverActivity, offeringFleet } from './driver-activity.ts'
import { createIncidentActivity } from './incident-activity.ts'
import { makePlans, plannedSequence } from './planning-activity.ts'
import type { DemoFleet } from './simulated-fleet.ts'
import { createTrackingActivity } from './tracking-activity.ts'
import { allVehicles } from './vehicles.ts'

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

/** The notes of services the demo created and may therefore complete by itself. */
export const demoNotes = 'Servicio de demostración'
const streets = [
  'Paseo de la Reforma',
  'Insurgentes',
  'Tlalpan',
  'Cuauhtémoc',
  'Chapultepec',
  'Revolución',
  'Patriotismo',
  'Universidad',
  'Eje Central',
  'Polanco',
  'Roma',
  'Coyoacán',
]
/** Services left unassigned, so that a person has something to dispatch. */
const leftWaiting = 5
const maxRunning = 32
/** Maximum distances of a pickup from the fleet's home and of a trip. */
const fromHomeMetres = 5_000
const tripMetres = 6_000
const zocalo = [19.4326, -99.1332] as const
/** One round in this many sends a vehicle a query. */
const roundsPerQuery = 40
/** Services booked ahead, and the range of minutes in which they begin. */
const booked = 28
const bookedMinutes = [10, 125] as const
/** Routes of plans are read again once in so many rounds. */
const roundsPerSequence = 10
/** What is due later belongs to plans of other days. */
const bookedUntilMs = 180 * minuteMs
/** One round in this many cancels a service. */
const roundsPerCancellation = 60

/** Share of services whose price was agreed with the customer, and of those with an extra of the tariff. */
const agreedShare = 0.12
const extraShare = 0.15
const extras: Readonly<Record<string, string>> = {
  taxi: 'equipaje',
  shuttle: 'equipaje',
  delivery: 'ayudante',
  package: 'ayudante',
}
/** Share of taxi rides that need equipment, and of deliveries that need a proof. */
const equipmentShare = 0.15
const proofShare = 0.6
/** Deliveries whose load was stated; a third of them are too heavy for a scooter. */
const loadShare = 0.5
const demoLoads = [
  { requiredLoadKg: 6, requiredLoadM3: 0.03 },
  { requiredLoadKg: 14.5, requiredLoadM3: 0.05 },
  { requiredLoadKg: 180, requiredLoadM3: 1.2 },
]
/** Share of completed services that are paid in cash at once. */
const paidShare = 0.7

const reasons = {
  client: 'El cliente ya no lo necesita',
  driver: 'El conductor no encontró la dirección',
  central: 'Pedido repetido',
}

interface Place {
  name: string
  detail: string | null
  latitude: number
  longitude: number
}

/**
 * Creates, dispatches and completes services through the API, as a dispatcher would, and directs the simulated vehicles.
 * Services that a person assigns are driven too; only the person completes them.
 */
export function startDemoActivity(options: DemoActivityOptions): DemoActivity {
  const { baseUrl, fleet, everyMs = 3000, random = Math.random, print = () => undefined } = options
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const directed = new Map<string, string>()
  const arrived = new Set<string>()
  const devices = new Map<string, string>()
  const identifierOf = new Map(allVehicles().map(({ vehicleNumber, imei }) => [vehicleNumber, imei]))
  let token = ''
  let places: Place[] = []
  let fleetIds: string[] = []
  let companyId = ''
  let isStopping = false
  let isPlanned = false
  let sequence = new Map<string, number>()
  let rounds = 0

  const call = createCall(baseUrl, () => token)

  async function signIn() {
    const answer = await call(login, { body: { username_or_email: 'despacho', password: demoPassword } })
    token = answer.access_token
    companyId = (await call(profileCompanies, {})).items[0]?.id ?? ''
    const found = (await call(listFleets, { query: { company_id: companyId } })).items
    fleetIds = fleets.map((fleet) => found.find((item) => item.name === fleet.name)?.id ?? '')
    for (let page = 1; page <= 1 + fleets.length; page += 1) {
      const { items } = await call(listVehicles, { query: { size: 100, page } })
      for (const { id, vehicleNumber } of items) {
        // A dispatcher may not read the identifiers of devices.
        const identifier = identifierOf.get(vehicleNumber)
        if (identifier !== undefined) devices.set(id, identifier)
      }
      if (items.length < 100) break
    }
    const near = { latitude: zocalo[0], longitude: zocalo[1], limit: 20 }
    const searches = await Promise.all(streets.map((q) => call(searchPlaces, { query: { q, ...near } })))
    // Only streets of the demo's region: towns elsewhere may have the same names.
    places = searches.flatMap((search) => search.items).filter(({ engine }) => engine === 'region')
  }

  /** Plans are made once, beside the rounds, since a search takes seconds. */
  async function plan(): Promise<void> {
    if (isPlanned) return
    isPlanned = true
    const placeNear = (of: Coordinates) => placeWithin(tripMetres, of)
    await makePlans({
      call,
      random,
      fleetId: offeringFleetId() ?? '',
      companyId,
      notes: demoNotes,
      placeNear,
    })
  }

  /** A random place within `metres`, or any place if there is none. */
  function placeWithin(metres: number, of: Coordinates): Place {
    const fitting = places.filter((place) => distanceMetres(of, place) <= metres)
    return pick(fitting.length > 0 ? fitting : places)
  }

  /** Minutes until a booked service begins; most lie in the middle of the range. */
  const minutesAhead = () => {
    const [from, to] = bookedMinutes
    return from + ((random() + random()) / 2) * (to - from)
  }

  /** Records that the vehicle's driver was paid in cash. */
  async function pay({ id, assignedVehicleId, assignedDriverId, finalCost }: Service): Promise<void> {
    if (assignedVehicleId === null || finalCost === null) return
    const { items } = await call(listVehicleContacts, { params: { id: assignedVehicleId } })
    const driver = items.find(({ role }) => role === 'primary_driver')
    await call(recordPayment, {
      params: { id },
      body: {
        kind: 'payment',
        method: 'cash',
        amount: finalCost,
        driverId: assignedDriverId ?? driver?.contactId ?? null,
      },
    })
  }

  /** Some rides need equipment or seats, and many deliveries a proof or room for their load. */
  function requirementsOf(serviceType: string) {
    if (serviceType === 'taxi' && random() < equipmentShare)
      return { requiredSkills: [pick(['silla infantil', 'acepta mascotas'])] }
    if (serviceType === 'shuttle') return { requiredSeats: 2 + Math.floor(random() * 5) }
    if (serviceType !== 'delivery' && serviceType !== 'package') return {}
    return {
      ...(random() < proofShare && {
        requiredProofs: pick([['photo'], ['photo', 'pin'], ['signature']] as const).slice(),
      }),
      ...(random() < loadShare && pick(demoLoads)),
    }
  }

  async function request(isForLater: boolean) {
    // Requests are in proportion to the vehicles of each fleet.
    const index = fleets.indexOf(
      pick(fleets.flatMap((fleet) => Array.from({ length: fleet.count }, () => fleet))),
    )
    const contact = pick(
      (await call(listContacts, { query: { companyId, role: ['client'], size: 100 } })).items,
    )
    const [latitude, longitude] = fleets[index]?.home ?? zocalo
    const from = placeWithin(fromHomeMetres, { latitude, longitude })
    const to = placeWithin(tripMetres, from)
    const serviceType = fleets[index]?.serviceType ?? 'taxi'
    const carries = requirementsOf(serviceType)
    const stop = (stopType: 'pickup' | 'drop', place: Place) => ({
      stopType,
      address: place.detail ? `${place.name}, ${place.detail}` : place.name,
      latitude: place.latitude,
      longitude: place.longitude,
      serviceMinutes: stopType === 'drop' && 'requiredLoadKg' in carries ? 10 : null,
    })
    const isAgreed = serviceType === 'custom' || random() < agreedShare
    const extra = extras[serviceType]
    const service = await call(createService, {
      body: {
        fleetId: fleetIds[index] ?? '',
        serviceType,
        priorityLevel: pick(['high', 'medium', 'medium', 'medium', 'low'] as const),
        customerName: `${contact.firstName} ${contact.lastName}`,
        customerPhone: contact.primaryPhone,
        requesterContactId: contact.id,
        dispatchTime: new Date(Date.now() + (isForLater ? minutesAhead() : 0) * minuteMs).toISOString(),
        estimatedCost: isAgreed ? `${60 + Math.floor(random() * 240)}.00` : null,
        extras: extra !== undefined && random() < extraShare ? [extra] : [],
        ...carries,
        notes: demoNotes,
        plannedStops: [stop('pickup', from), stop('drop', to)],
      },
    })
    if (!isForLater)
      await call(dispatchService, { params: { id: service.id }, body: { version: service.version } })
  }

  /** Dispatches booked services that are due. @returns whether another service should be booked */
  async function dispatchDue(): Promise<boolean> {
    const { items, total } = await call(listServices, {
      query: {
        status: ['created'],
        size: 100,
        sort: 'dispatchTime',
        to: new Date(Date.now() + bookedUntilMs).toISOString(),
      },
    })
    const own = items.filter((service) => service.notes === demoNotes)
    const due = own.filter((service) => Date.parse(service.dispatchTime) <= Date.now())
    const later = own.filter((service) => !due.includes(service) && service.seriesId === null)
    for (const { id, version } of due) await call(dispatchService, { params: { id }, body: { version } })
    // More than one page of services is enough.
    return total <= items.length && later.length < booked
  }

  async function cancelOne(waiting: readonly Service[]) {
    const service = waiting.find(({ notes }) => notes === demoNotes)
    if (!service || waiting.length < 2) return
    const by = pick(['client', 'client', 'driver', 'central'] as const)
    await call(cancelService, {
      params: { id: service.id },
      body: { version: service.version, by, note: reasons[by] },
    })
  }

  /** Sends a random vehicle a query; the demo sends no other commands. */
  async function sendQuery() {
    const vehicleId = pick([...devices.keys()])
    const type = pick(['status_query', 'gps_position'] as const)
    // Refused where the fleet has no commands feature or such a command is pending.
    await call(sendCommand, { body: { vehicleId, type } }).catch(() => undefined)
  }

  const nextStop = ({ status, plannedStops }: Service) =>
    status === 'vehicle_assigned' ? plannedStops[0] : plannedStops.at(-1)
  /** Of the services of one vehicle, the one whose next stop its planned route has first. */
  function nextOfEachVehicle(items: readonly Service[]): Service[] {
    const placeOf = (service: Service) => sequence.get(nextStop(service)?.id ?? '') ?? 0
    const taken = new Set<string>()
    return items
      .filter(({ assignedVehicleId }) => assignedVehicleId !== null)
      .sort((a, b) => placeOf(a) - placeOf(b))
      .filter(({ assignedVehicleId }) => {
        const vehicleId = assignedVehicleId ?? ''
        return taken.has(vehicleId) ? false : taken.add(vehicleId)
      })
  }

  /** Sends the vehicle to the next stop of its service, once. */
  function drive(service: Service) {
    const device = service.assignedVehicleId ? devices.get(service.assignedVehicleId) : undefined
    const stop = nextStop(service)
    if (!device || !stop || directed.get(device) === stop.id) return
    directed.set(device, stop.id)
    arrived.delete(device)
    fleet.direct({
      deviceIdentifier: device,
      latitude: stop.latitude,
      longitude: stop.longitude,
      standSeconds: 60,
    })
  }

  async function runRound() {
    const { items } = await call(listServices, {
      query: { status: ['on_dispatch', 'vehicle_assigned', 'in_progress'], size: 100, sort: 'dispatchTime' },
    })
    const waiting = items.filter((service) => service.status === 'on_dispatch')
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
    if (rounds++ % roundsPerSequence === 0) sequence = await plannedSequence(call, offeringFleetId() ?? '')
    for (const service of nextOfEachVehicle(items)) {
      const device = service.assignedVehicleId ? devices.get(service.assignedVehicleId) : undefined
      const isThere = device !== undefined && directed.has(device) && arrived.has(device)
      if (isThere && device && drivers.isDriven(service)) {
        if (await drivers.arriveFor(service)) {
          directed.delete(device)
          arrived.delete(device)
        }
      } else if (service.notes === demoNotes && isThere && device) {
        const move = service.status === 'vehicle_assigned' ? confirmPickup : completeService
        const moved = await call(move, { params: { id: service.id }, body: { version: service.version } })
        if (move === completeService && random() < paidShare) await pay(moved)
        if (move === completeService) await customers.rate(service)
        directed.delete(device)
        arrived.delete(device)
      } else drive(service)
    }
    if (await dispatchDue()) await request(true)
    if (items.length < maxRunning && random() < 0.35) await request(false)
    if (random() < 1 / roundsPerCancellation) await cancelOne(waiting)
    await customers.show(items.filter(({ notes }) => notes === demoNotes))
    await drivers.update()
    await alarms.update()
    incidents.update()
    if (devices.size > 0 && random() < 1 / roundsPerQuery) await sendQuery()
  }

  const offeringFleetId = () => fleetIds[fleets.findIndex(({ name }) => name === offeringFleet)]
  const drivers = createDriverActivity({
    baseUrl,
    random,
    pinOf: async ({ id }) => (await call(listProofs, { params: { id } })).pin,
  })
  const alarms = createAlarmActivity({ call, fleet, random })
  const incidents = createIncidentActivity({ fleet, random })
  const customers = createTrackingActivity({ call, random, print })
  fleet.onArrival((arrival) => void arrived.add(arrival.deviceIdentifier))
  const run = async () => {
    while (!isStopping) {
      try {
        if (!token) await signIn()
        // A server that restarts meanwhile leaves the plans to the person.
        plan().catch(() => undefined)
        await runRound()
      } catch {
        // The server may be restarting, or a person changed the same service: sign in again and retry.
        token = ''
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
