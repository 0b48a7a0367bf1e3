/** The draft of the service dialog. Pure. */
import { figureOf } from '@rumbo/contract/figures'
import { defaultCurrency } from '@rumbo/contract/money'
import type { PastService } from '@rumbo/contract/services.callers.contract'
import {
  type createService,
  dispatchMarginMinutes,
  type paymentMethods,
  type paymentStatuses,
  type priorities,
  type Requirements,
  type Service,
  serviceTypes,
  type stopTypes,
} from '@rumbo/contract/services.contract'
import { proposeDispatchTime } from '@rumbo/contract/services.rules'
import type { ServiceTemplate } from '@rumbo/contract/services.templates.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type * as z from 'zod'

type One<List extends readonly string[]> = List[number]

export interface StopDraft {
  /** React key. */
  key: string
  stopType: One<typeof stopTypes>
  address: string
  latitude: string
  longitude: string
  timeWindowStart: string | null
  timeWindowEnd: string | null
  reference: string
  contactName: string
  contactPhone: string
  extraCost: string
  serviceMinutes: string
}
export interface ServiceDraft
  extends Omit<Requirements, 'requiredSeats' | 'requiredLoadKg' | 'requiredLoadM3'> {
  requiredSeats: string
  requiredLoadKg: string
  requiredLoadM3: string
  serviceType: One<typeof serviceTypes> | ''
  priorityLevel: One<typeof priorities>
  customerName: string
  customerPhone: string
  customerEmail: string
  requesterContactId: string | null
  /** The caller is added to the directory with the service. */
  isNewCaller: boolean
  dispatchTime: string | null
  /** The user set the dispatch time; until then it follows the first window. */
  isDispatchOwn: boolean
  notes: string
  /** A price agreed with the customer; empty: the tariff decides. */
  estimatedCost: string
  extras: Service['extras']
  paymentMethod: One<typeof paymentMethods>
  paymentStatus: One<typeof paymentStatuses>
  stops: readonly StopDraft[]
}
export type ServiceBody = z.input<NonNullable<typeof createService.body>>

let madeKeys = 0
export const emptyStop = (stopType: StopDraft['stopType']): StopDraft => ({
  key: `stop-${++madeKeys}`,
  stopType,
  address: '',
  latitude: '',
  longitude: '',
  timeWindowStart: null,
  timeWindowEnd: null,
  reference: '',
  contactName: '',
  contactPhone: '',
  extraCost: '',
  serviceMinutes: '',
})

/** The stop's place; null while its coordinates are invalid. */
export const pointOf = ({ latitude, longitude }: StopDraft) =>
  latitude !== '' &&
  longitude !== '' &&
  Number.isFinite(Number(latitude)) &&
  Number.isFinite(Number(longitude))
    ? { latitude: Number(latitude), longitude: Number(longitude) }
    : null

/** The first service type that a fleet offers; empty where it names none. */
export const firstType = (offered: readonly string[] = []): ServiceDraft['serviceType'] =>
  serviceTypes.find((type) => type === offered[0]) ?? ''

const textOf = (figure: number | null): string => (figure === null ? '' : String(figure))

const noRequirements = {
  requiredVehicleType: null,
  requiredSeats: '',
  requiredLoadKg: '',
  requiredLoadM3: '',
  requiredSkills: [],
  requiredProofs: [],
}
const requirementsOf = ({
  requiredVehicleType,
  requiredSeats,
  requiredLoadKg,
  requiredLoadM3,
  requiredSkills,
  requiredProofs,
}: Requirements) => ({
  requiredVehicleType,
  requiredSeats: textOf(requiredSeats),
  requiredLoadKg: textOf(requiredLoadKg),
  requiredLoadM3: textOf(requiredLoadM3),
  requiredSkills,
  requiredProofs,
})

/** The draft of a new service: an empty pickup, dispatched now, of the first type its fleet offers. */
export const emptyDraft = (now: Date, offered?: readonly string[]): ServiceDraft => ({
  serviceType: firstType(offered),
  priorityLevel: 'medium',
  customerName: '',
  customerPhone: '',
  customerEmail: '',
  requesterContactId: null,
  isNewCaller: false,
  dispatchTime: now.toISOString(),
  isDispatchOwn: false,
  notes: '',
  estimatedCost: '',
  extras: [],
  ...noRequirements,
  paymentMethod: 'cash',
  paymentStatus: 'pending',
  stops: [emptyStop('pickup')],
})

export const draftOf = (service: Service): ServiceDraft => ({
  serviceType: service.serviceType,
  priorityLevel: service.priorityLevel,
  customerName: service.customerName,
  customerPhone: service.customerPhone,
  customerEmail: service.customerEmail ?? '',
  requesterContactId: service.requesterContactId,
  isNewCaller: false,
  dispatchTime: service.dispatchTime,
  isDispatchOwn: true,
  notes: service.notes ?? '',
  estimatedCost: service.isPriceAgreed ? (service.estimatedCost ?? '') : '',
  extras: service.extras,
  ...requirementsOf(service),
  paymentMethod: service.paymentMethod,
  paymentStatus: service.paymentStatus,
  stops: service.plannedStops.map((stop) => ({
    ...emptyStop(stop.stopType),
    address: stop.address,
    latitude: String(stop.latitude),
    longitude: String(stop.longitude),
    timeWindowStart: stop.timeWindowStart,
    timeWindowEnd: stop.timeWindowEnd,
    reference: stop.reference ?? '',
    contactName: stop.contactName ?? '',
    contactPhone: stop.contactPhone ?? '',
    extraCost: stop.extraCost ?? '',
    serviceMinutes: textOf(stop.serviceMinutes),
  })),
})

/** A new draft with the content of a service; its times, price and payment are not taken over. */
export const copyOf = (service: Service, now: Date): ServiceDraft => {
  const draft = draftOf(service)
  return {
    ...draft,
    dispatchTime: now.toISOString(),
    isDispatchOwn: false,
    estimatedCost: '',
    paymentStatus: 'pending',
    stops: draft.stops.map((stop) => ({ ...stop, timeWindowStart: null, timeWindowEnd: null })),
  }
}

/** Derives the dispatch time from the first window, unless the user set it. */
export function withDispatchTime(draft: ServiceDraft, now: Date): ServiceDraft {
  if (draft.isDispatchOwn) return draft
  return { ...draft, dispatchTime: proposeDispatchTime(draft.stops, now).toISOString() }
}

/** Whether the proposed time is now because the first window starts in less than the 30 minutes of margin. */
export function isDispatchAdjusted(draft: ServiceDraft, now: Date): boolean {
  const first = draft.stops.find(({ timeWindowStart }) => timeWindowStart !== null)?.timeWindowStart
  if (draft.isDispatchOwn || !first) return false
  return Date.parse(first) - dispatchMarginMinutes * minuteMs < now.getTime()
}

/** The currency of a service's existing costs, else the company's. */
export const currencyOf = (service: Service | undefined, company: { currency?: string } | null): string => {
  const hasCost =
    service !== undefined &&
    [
      service.estimatedCost,
      service.currentCost,
      service.finalCost,
      ...service.plannedStops.map(({ extraCost }) => extraCost),
    ].some((cost) => cost !== null)
  return (hasCost ? service.currency : company?.currency) ?? defaultCurrency
}
const figureOrNull = (text: string) => (text.trim() === '' ? null : figureOf(text))
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The request body. Requires a draft without errors. */
export function bodyOf(draft: ServiceDraft, fleetId: string, currency: string): ServiceBody {
  const isMissing = draft.requesterContactId === null && !draft.isNewCaller
  if (draft.serviceType === '' || isMissing || draft.dispatchTime === null)
    throw new Error('The draft lacks required fields of a service')
  return {
    fleetId,
    serviceType: draft.serviceType,
    priorityLevel: draft.priorityLevel,
    customerName: draft.customerName.trim(),
    customerPhone: draft.customerPhone.trim(),
    customerEmail: orNull(draft.customerEmail),
    requesterContactId: draft.requesterContactId,
    dispatchTime: draft.dispatchTime,
    notes: orNull(draft.notes),
    estimatedCost: orNull(draft.estimatedCost),
    extras: draft.extras.map(({ key }) => key),
    requiredVehicleType: draft.requiredVehicleType,
    requiredSeats: figureOrNull(draft.requiredSeats),
    requiredLoadKg: figureOrNull(draft.requiredLoadKg),
    requiredLoadM3: figureOrNull(draft.requiredLoadM3),
    requiredSkills: draft.requiredSkills,
    requiredProofs: draft.requiredProofs,
    currency,
    paymentMethod: draft.paymentMethod,
    paymentStatus: draft.paymentStatus,
    plannedStops: draft.stops.map((stop) => ({
      stopType: stop.stopType,
      address: stop.address.trim(),
      latitude: Number(stop.latitude),
      longitude: Number(stop.longitude),
      timeWindowStart: stop.timeWindowStart,
      timeWindowEnd: stop.timeWindowEnd,
      reference: orNull(stop.reference),
      contactName: orNull(stop.contactName),
      contactPhone: orNull(stop.contactPhone),
      extraCost: orNull(stop.extraCost),
      serviceMinutes: figureOrNull(stop.serviceMinutes),
    })),
  }
}

const stopsOf = (stops: PastService['stops'] | ServiceTemplate['stops']): StopDraft[] =>
  stops.map((stop) => ({
    ...emptyStop(stop.stopType),
    address: stop.address,
    latitude: String(stop.latitude),
    longitude: String(stop.longitude),
    reference: stop.reference ?? '',
    contactName: stop.contactName ?? '',
    contactPhone: stop.contactPhone ?? '',
    serviceMinutes: textOf('serviceMinutes' in stop ? stop.serviceMinutes : null),
  }))

/** The type and the stops of a past service, without its times. */
export const repeated = ({ serviceType, stops }: PastService): Partial<ServiceDraft> => ({
  serviceType,
  stops: stopsOf(stops),
})

/** What a template says; notes typed before stay where it has none. */
export const fromTemplate = (draft: ServiceDraft, template: ServiceTemplate): Partial<ServiceDraft> => ({
  serviceType: template.serviceType,
  priorityLevel: template.priorityLevel,
  notes: template.notes ?? draft.notes,
  ...requirementsOf(template),
  stops: stopsOf(template.stops),
})

/** The draft with its first stop at a place. */
export const withPickup = (
  draft: ServiceDraft,
  { address, latitude, longitude }: { address: string; latitude: number; longitude: number },
): Partial<ServiceDraft> => {
  const [first = emptyStop('pickup'), ...others] = draft.stops
  const located = { ...first, address, latitude: String(latitude), longitude: String(longitude) }
  return { stops: [located, ...others] }
}

/** The list with one stop moved; unchanged at its ends. */
export function moveStop(stops: readonly StopDraft[], from: number, to: number): readonly StopDraft[] {
  const stop = stops[from]
  if (stop === undefined || to < 0 || to >= stops.length) return stops
  const others = stops.filter((_, at) => at !== from)
  return [...others.slice(0, to), stop, ...others.slice(to)]
}
