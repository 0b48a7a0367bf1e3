/** What the service dialog holds while it is filled in, and the rules of section 5 on it. Pure. */
import { amountPattern, defaultCurrency, fitsCurrency } from '@rumbo/contract/money'
import type { FieldCode } from '@rumbo/contract/problems.contract'
import {
  type createService,
  dispatchMarginMinutes,
  type paymentMethods,
  type paymentStatuses,
  type priorities,
  type Service,
  type serviceTypes,
  type stopTypes,
} from '@rumbo/contract/services.contract'
import { checkWindows, isDispatchPast, proposeDispatchTime } from '@rumbo/contract/services.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import type { TextKey } from '@rumbo/i18n/keys'
import type * as z from 'zod'

type One<List extends readonly string[]> = List[number]

export interface StopDraft {
  /** For React only. */
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
}
export interface ServiceDraft {
  serviceType: One<typeof serviceTypes> | ''
  priorityLevel: One<typeof priorities>
  customerName: string
  customerPhone: string
  customerEmail: string
  requesterContactId: string | null
  dispatchTime: string | null
  /** The person set the dispatch time; until then it follows the first window. */
  isDispatchOwn: boolean
  notes: string
  estimatedCost: string
  paymentMethod: One<typeof paymentMethods>
  paymentStatus: One<typeof paymentStatuses>
  stops: readonly StopDraft[]
}
/** What is wrong, by path: `customerName`, `stops.0.address`. */
export type ErrorKey = Extract<TextKey, `services.valid.${string}` | `fields.${string}`>
export type DraftErrors = Readonly<Record<string, ErrorKey>>
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
})

/** A new service: a pickup to fill in, dispatched now. */
export const emptyDraft = (now: Date): ServiceDraft => ({
  serviceType: '',
  priorityLevel: 'medium',
  customerName: '',
  customerPhone: '',
  customerEmail: '',
  requesterContactId: null,
  dispatchTime: now.toISOString(),
  isDispatchOwn: false,
  notes: '',
  estimatedCost: '',
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
  dispatchTime: service.dispatchTime,
  isDispatchOwn: true,
  notes: service.notes ?? '',
  estimatedCost: service.estimatedCost ?? '',
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
  })),
})

/** The draft with its dispatch time following the windows, unless the person set it. */
export function withDispatchTime(draft: ServiceDraft, now: Date): ServiceDraft {
  if (draft.isDispatchOwn) return draft
  return { ...draft, dispatchTime: proposeDispatchTime(draft.stops, now).toISOString() }
}

/** The proposed time was set to now, since the first window starts in less than the 30 minutes of margin. */
export function isDispatchAdjusted(draft: ServiceDraft, now: Date): boolean {
  const first = draft.stops.find(({ timeWindowStart }) => timeWindowStart !== null)?.timeWindowStart
  if (draft.isDispatchOwn || !first) return false
  return Date.parse(first) - dispatchMarginMinutes * minuteMs < now.getTime()
}

/** Whether an amount is one of the currency, as it is typed. */
export const isAmount = (text: string, currency: string): boolean =>
  amountPattern.test(text) && fitsCurrency(text, currency)

/** The currency of a service's costs: that of those it has, else the company's. */
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
const phone = /^\+?[\d\s().-]{7,20}$/
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type Check = [path: string, isWrong: boolean, text: ErrorKey]
/** The first thing wrong at each path. */
function collect(checks: readonly Check[]): DraftErrors {
  const found: Record<string, ErrorKey> = {}
  for (const [path, isWrong, text] of checks) if (isWrong && !(path in found)) found[path] = text
  return found
}

export const checkCustomer = (draft: ServiceDraft): DraftErrors =>
  collect([
    ['requesterContactId', draft.requesterContactId === null, 'services.valid.requesterRequired'],
    ['customerName', draft.customerName.trim() === '', 'services.valid.customerNameRequired'],
    ['customerName', draft.customerName.trim().length > 150, 'fields.too_long'],
    ['customerPhone', draft.customerPhone.trim() === '', 'services.valid.customerPhoneRequired'],
    ['customerPhone', !phone.test(draft.customerPhone.trim()), 'services.valid.phone'],
    [
      'customerEmail',
      draft.customerEmail.trim() !== '' && !email.test(draft.customerEmail.trim()),
      'services.valid.email',
    ],
  ])

/** `before`: the service being changed; its own dispatch time may lie in the past. */
export function checkDetails(
  draft: ServiceDraft,
  currency: string,
  now: Date,
  before?: Service,
): DraftErrors {
  const { dispatchTime } = draft
  const isSame =
    before !== undefined &&
    dispatchTime !== null &&
    Date.parse(before.dispatchTime) === Date.parse(dispatchTime)
  return collect([
    ['serviceType', draft.serviceType === '', 'services.valid.serviceTypeRequired'],
    ['dispatchTime', dispatchTime === null, 'services.valid.dispatchTimeRequired'],
    [
      'dispatchTime',
      dispatchTime !== null && draft.isDispatchOwn && !isSame && isDispatchPast(dispatchTime, now),
      'services.valid.dispatchTimePast',
    ],
    [
      'estimatedCost',
      draft.estimatedCost !== '' && !isAmount(draft.estimatedCost, currency),
      'services.valid.amount',
    ],
    ['notes', draft.notes.length > 2000, 'fields.too_long'],
  ])
}

const degrees = (text: string): number | null =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text)

const windowTexts: Partial<Record<FieldCode, ErrorKey>> = {
  window_end_before_start: 'services.valid.windowOrder',
  window_before_dispatch: 'services.valid.windowBeforeDispatch',
  window_before_previous: 'services.valid.windowBeforePrevious',
}

export function checkStops(draft: ServiceDraft, currency: string): DraftErrors {
  const ofStops = draft.stops.flatMap((stop, at): Check[] => {
    const path = (field: string) => `stops.${at}.${field}`
    const [latitude, longitude] = [degrees(stop.latitude), degrees(stop.longitude)]
    const isOut = (value: number | null, most: number) => value !== null && Math.abs(value) > most
    return [
      [path('address'), stop.address.trim() === '', 'services.valid.stopAddress'],
      [path('latitude'), latitude === null, 'services.valid.stopLatitude'],
      [path('latitude'), isOut(latitude, 90), 'services.valid.latitudeRange'],
      [path('longitude'), longitude === null, 'services.valid.stopLongitude'],
      [path('longitude'), isOut(longitude, 180), 'services.valid.longitudeRange'],
      [
        path('contactPhone'),
        stop.contactPhone.trim() !== '' && !phone.test(stop.contactPhone.trim()),
        'services.valid.phone',
      ],
      [
        path('extraCost'),
        stop.extraCost !== '' && !isAmount(stop.extraCost, currency),
        'services.valid.amount',
      ],
    ]
  })
  const windows =
    draft.dispatchTime === null
      ? []
      : checkWindows({ dispatchTime: draft.dispatchTime, plannedStops: draft.stops }).map(
          ({ path, code }): Check => [
            path.replace(/^plannedStops/, 'stops'),
            true,
            windowTexts[code] ?? 'fields.not_allowed',
          ],
        )
  return collect([['stops', draft.stops.length === 0, 'services.valid.stopRequired'], ...ofStops, ...windows])
}

/** Which step shows a field's error. */
export const stepOfPath = (path: string): 0 | 1 | 2 =>
  path.startsWith('stops')
    ? 2
    : ['customerName', 'customerPhone', 'customerEmail', 'requesterContactId'].includes(path)
      ? 0
      : 1

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The body to send. Call it only for a draft without errors. */
export function bodyOf(draft: ServiceDraft, fleetId: string, currency: string): ServiceBody {
  if (draft.serviceType === '' || draft.requesterContactId === null || draft.dispatchTime === null)
    throw new Error('The draft still lacks what a service needs')
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
    })),
  }
}

/** The server's refused fields in the dialog's own paths. */
export function errorsOfProblem(errors: readonly { path: string; code: string }[] | undefined): DraftErrors {
  return Object.fromEntries(
    (errors ?? []).map(({ path, code }) => [
      path.replace(/^body\./, '').replace(/^plannedStops/, 'stops'),
      (windowTexts[code as FieldCode] ?? `fields.${code}`) as ErrorKey,
    ]),
  )
}

/** The list with one stop moved; the same list where it cannot go further. */
export function moveStop(stops: readonly StopDraft[], from: number, to: number): readonly StopDraft[] {
  const stop = stops[from]
  if (stop === undefined || to < 0 || to >= stops.length) return stops
  const others = stops.filter((_, at) => at !== from)
  return [...others.slice(0, to), stop, ...others.slice(to)]
}
