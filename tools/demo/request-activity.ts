import { listContacts } from '@rumbo/contract/directory.contract'
import { createService, listServices, type Service } from '@rumbo/contract/services.contract'
import { cancelService, dispatchService } from '@rumbo/contract/services.transitions.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { Coordinates } from '@rumbo/geo'
import { demoNotes, fleets } from './demo-data.ts'
import type { DispatcherSession } from './dispatcher-session.ts'
import { createPick } from './pick.ts'
import { type Place, placesWithin, zocalo } from './streets.ts'

/** Maximum distances of a pickup from the fleet's home and of a trip. */
const fromHomeMetres = 5_000
const tripMetres = 6_000
/** Services booked ahead, and the range of minutes in which they begin. */
const booked = 28
const bookedMinutes = [10, 125] as const
/** What is due later belongs to plans of other days. */
const bookedUntilMs = 180 * minuteMs

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

const reasons = {
  client: 'El cliente ya no lo necesita',
  driver: 'El conductor no encontró la dirección',
  central: 'Pedido repetido',
}

/** Plays the callers: services for now and for later, some of which are cancelled. */
export function createRequestActivity(session: DispatcherSession, random: () => number) {
  const { call } = session
  const pick = createPick(random)

  /** A random place within the distance of a trip. */
  const placeNear = (of: Coordinates) => pick(placesWithin(session.streets, tripMetres, of))

  /** Minutes until a booked service begins; most lie in the middle of the range. */
  const minutesAhead = () => {
    const [from, to] = bookedMinutes
    return from + ((random() + random()) / 2) * (to - from)
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

  async function request(isForLater: boolean): Promise<void> {
    const { companyId, fleetIds } = session
    // Requests are in proportion to the vehicles of each fleet.
    const index = fleets.indexOf(
      pick(fleets.flatMap((fleet) => Array.from({ length: fleet.count }, () => fleet))),
    )
    const contact = pick(
      (await call(listContacts, { query: { companyId, role: ['client'], size: 100 } })).items,
    )
    const [latitude, longitude] = fleets[index]?.home ?? [zocalo.latitude, zocalo.longitude]
    const from = pick(placesWithin(session.streets, fromHomeMetres, { latitude, longitude }))
    const to = placeNear(from)
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

  return {
    placeNear,
    /** Somebody asks for a service at once, or books one for later. */
    request,
    /** Dispatches booked services that are due. @returns whether another service should be booked */
    async dispatchDue(): Promise<boolean> {
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
    },
    /** Cancels one of the services that wait for a vehicle. */
    async cancelOne(waiting: readonly Service[]): Promise<void> {
      const service = waiting.find(({ notes }) => notes === demoNotes)
      if (!service || waiting.length < 2) return
      const by = pick(['client', 'client', 'driver', 'central'] as const)
      await call(cancelService, {
        params: { id: service.id },
        body: { version: service.version, by, note: reasons[by] },
      })
    },
  }
}
