import { sendCommand } from '@rumbo/contract/commands.contract'
import { listContacts } from '@rumbo/contract/directory.contract'
import { listCandidates } from '@rumbo/contract/dispatch.contract'
import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { login, profileCompanies } from '@rumbo/contract/identity.contract'
import { listFleets } from '@rumbo/contract/organisation.contract'
import { searchPlaces } from '@rumbo/contract/places.contract'
import {
  assignService,
  cancelService,
  completeService,
  confirmPickup,
  createService,
  dispatchService,
  listServices,
  type Service,
} from '@rumbo/contract/services.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { type Coordinates, distanceMetres } from '@rumbo/geo'
import { createAlarmActivity } from './alarm-activity.ts'
import { demoPassword, fleets } from './demo-data.ts'
import type { DemoFleet } from './simulated-fleet.ts'

export interface DemoActivityOptions {
  baseUrl: string
  fleet: DemoFleet
  /** How often the conductor looks around; 3 s unless told. */
  everyMs?: number
  random?: () => number
}
export interface DemoActivity {
  stop(): Promise<void>
}

/** What the demo created and may therefore drive to its end by itself. */
const mark = 'Servicio de demostración'
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
/** So many wait for a person at most, so that a dispatcher has something to assign. */
const leftWaiting = 5
const runningAtMost = 32
/** How far from a fleet's home somebody waits at most, and how far they go. */
const fromHomeMetres = 5_000
const tripMetres = 6_000
const zocalo = [19.4326, -99.1332] as const
/** Once in so many looks a vehicle is asked how or where it is. */
const looksPerQuestion = 40
/** So many are booked ahead, within this time; whoever opens the demo finds the next hours in the book. */
const booked = 28
const bookedMinutes = [10, 125] as const
/** Once in so many looks somebody calls one off. */
const looksPerCancellation = 60

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
 * Lets services arrive, be dispatched, driven and completed, as a dispatcher would through the API, and tells the
 * simulated vehicles where to go. Services that a person assigns are driven too; only the person completes them.
 */
export function startDemoActivity(options: DemoActivityOptions): DemoActivity {
  const { baseUrl, fleet, everyMs = 3000, random = Math.random } = options
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const directed = new Map<string, string>()
  const arrived = new Set<string>()
  const devices = new Map<string, string>()
  let token = ''
  let places: Place[] = []
  let fleetIds: string[] = []
  let companyId = ''
  let isStopping = false

  async function call<E extends Endpoint>(
    endpoint: E,
    input: Partial<InputOf<E>> & object,
  ): Promise<OutputOf<E>> {
    const {
      params = {},
      query = {},
      body,
    } = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, String(each)]),
      ),
    )
    const response = await fetch(`${baseUrl}/v1${path}?${search}`, {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`${endpoint.name}: ${response.status}`)
    return (await response.json()) as OutputOf<E>
  }

  async function arrive() {
    const answer = await call(login, { body: { username_or_email: 'despacho', password: demoPassword } })
    token = answer.access_token
    companyId = (await call(profileCompanies, {})).items[0]?.id ?? ''
    const found = (await call(listFleets, { query: { company_id: companyId } })).items
    fleetIds = fleets.map((fleet) => found.find((item) => item.name === fleet.name)?.id ?? '')
    for (let page = 1; page <= 1 + fleets.length; page += 1) {
      const { items } = await call(listVehicles, { query: { size: 100, page } })
      for (const vehicle of items) if (vehicle.imei) devices.set(vehicle.id, vehicle.imei)
      if (items.length < 100) break
    }
    const near = { latitude: zocalo[0], longitude: zocalo[1], limit: 20 }
    const searches = await Promise.all(streets.map((q) => call(searchPlaces, { query: { q, ...near } })))
    // Streets of the demo's region: towns elsewhere may bear their names.
    places = searches.flatMap((search) => search.items).filter(({ engine }) => engine === 'region')
  }

  /** Somewhere within so many metres of a place; anywhere where nothing is. */
  function within(metres: number, of: Coordinates): Place {
    const fitting = places.filter((place) => distanceMetres(of, place) <= metres)
    return pick(fitting.length > 0 ? fitting : places)
  }

  /** As people book: more of them about the middle of the time than at its ends. */
  const minutesAhead = () => {
    const [from, to] = bookedMinutes
    return from + ((random() + random()) / 2) * (to - from)
  }

  async function request(isForLater: boolean) {
    // As many requests as a fleet has vehicles.
    const index = fleets.indexOf(
      pick(fleets.flatMap((fleet) => Array.from({ length: fleet.count }, () => fleet))),
    )
    const contact = pick(
      (await call(listContacts, { query: { companyId, role: ['client'], size: 100 } })).items,
    )
    const [latitude, longitude] = fleets[index]?.home ?? zocalo
    const from = within(fromHomeMetres, { latitude, longitude })
    const to = within(tripMetres, from)
    const stop = (stopType: 'pickup' | 'drop', place: Place) => ({
      stopType,
      address: place.detail ? `${place.name}, ${place.detail}` : place.name,
      latitude: place.latitude,
      longitude: place.longitude,
    })
    const service = await call(createService, {
      body: {
        fleetId: fleetIds[index] ?? '',
        serviceType: fleets[index]?.serviceType ?? 'taxi',
        priorityLevel: pick(['high', 'medium', 'medium', 'medium', 'low'] as const),
        customerName: `${contact.firstName} ${contact.lastName}`,
        customerPhone: contact.primaryPhone,
        requesterContactId: contact.id,
        dispatchTime: new Date(Date.now() + (isForLater ? minutesAhead() : 0) * 60_000).toISOString(),
        estimatedCost: `${60 + Math.floor(random() * 240)}.00`,
        notes: mark,
        plannedStops: [stop('pickup', from), stop('drop', to)],
      },
    })
    if (!isForLater)
      await call(dispatchService, { params: { id: service.id }, body: { version: service.version } })
  }

  /** Dispatches what was asked for earlier and is due. @returns whether the book has room for another */
  async function dispatchDue(): Promise<boolean> {
    const { items, total } = await call(listServices, {
      query: { status: ['created'], size: 100, sort: 'dispatchTime' },
    })
    const later = items.filter((service) => service.notes === mark)
    const due = later.filter((service) => Date.parse(service.dispatchTime) <= Date.now())
    for (const { id, version } of due) await call(dispatchService, { params: { id }, body: { version } })
    // What lies beyond the first page is unknown, and enough.
    return total <= items.length && later.length - due.length < booked
  }

  async function callOff(waiting: readonly Service[]) {
    const service = waiting.find(({ notes }) => notes === mark)
    if (!service || waiting.length < 2) return
    const by = pick(['client', 'client', 'driver', 'central'] as const)
    await call(cancelService, {
      params: { id: service.id },
      body: { version: service.version, by, note: reasons[by] },
    })
  }

  /** Asks a vehicle how or where it is: the conductor never tells one to do anything. */
  async function ask() {
    const vehicleId = pick([...devices.keys()])
    const type = pick(['status_query', 'gps_position'] as const)
    // Refused where a fleet has no commands, or where one like it is under way.
    await call(sendCommand, { body: { vehicleId, type } }).catch(() => undefined)
  }

  /** Sends the vehicle to the next stop of its service, once. */
  function drive(service: Service) {
    const device = service.assignedVehicleId ? devices.get(service.assignedVehicleId) : undefined
    const stop = service.status === 'vehicle_assigned' ? service.plannedStops[0] : service.plannedStops.at(-1)
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

  async function look() {
    const { items } = await call(listServices, {
      query: { status: ['on_dispatch', 'vehicle_assigned', 'in_progress'], size: 100, sort: 'dispatchTime' },
    })
    const waiting = items.filter((service) => service.status === 'on_dispatch')
    for (const service of waiting.slice(0, Math.max(0, waiting.length - leftWaiting))) {
      const { items: candidates } = await call(listCandidates, { params: { serviceId: service.id } })
      const best = candidates.find((candidate) => candidate.isEligible && candidate.status === 'active')
      if (best && service.notes === mark)
        await call(assignService, {
          params: { id: service.id },
          body: { vehicleId: best.vehicleId, version: service.version },
        })
    }
    for (const service of items) {
      const device = service.assignedVehicleId ? devices.get(service.assignedVehicleId) : undefined
      const isThere = device !== undefined && directed.has(device) && arrived.has(device)
      if (service.notes === mark && isThere && device) {
        const move = service.status === 'vehicle_assigned' ? confirmPickup : completeService
        await call(move, { params: { id: service.id }, body: { version: service.version } })
        directed.delete(device)
        arrived.delete(device)
      } else drive(service)
    }
    if (await dispatchDue()) await request(true)
    if (items.length < runningAtMost && random() < 0.35) await request(false)
    if (random() < 1 / looksPerCancellation) await callOff(waiting)
    await trouble.update()
    if (devices.size > 0 && random() < 1 / looksPerQuestion) await ask()
  }

  const trouble = createAlarmActivity({ call, fleet, random })
  fleet.onArrival((arrival) => void arrived.add(arrival.deviceIdentifier))
  const run = async () => {
    while (!isStopping) {
      try {
        if (!token) await arrive()
        await look()
      } catch {
        // The server may be starting again, or a person was faster: sign in anew and look again.
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
