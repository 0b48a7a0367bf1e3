/** The rules of section 5 for the service dialog, and the texts of what they refuse. Pure. */
import { figureOf } from '@rumbo/contract/figures'
import { amountPattern, fitsCurrency } from '@rumbo/contract/money'
import type { FieldCode } from '@rumbo/contract/problems.contract'
import { maxServiceMinutes, type Service } from '@rumbo/contract/services.contract'
import { checkWindows, isDispatchPast } from '@rumbo/contract/services.rules'
import { loadLimits } from '@rumbo/contract/vehicles.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type { ServiceDraft } from './service-draft.rules.ts'

export type ErrorKey = Extract<TextKey, `services.valid.${string}` | `fields.${string}`>
/** Errors by path, such as `customerName` or `stops.0.address`. */
export type DraftErrors = Readonly<Record<string, ErrorKey>>

/** Whether a typed amount is valid in the currency. */
export const isAmount = (text: string, currency: string): boolean =>
  amountPattern.test(text) && fitsCurrency(text, currency)

/** Whether a typed number of passengers is valid; it may be empty. */
const isSeats = (text: string): boolean =>
  text === '' || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 300)

/** Whether a typed load is valid; it may be empty. */
const isLoad = (text: string, most: number): boolean =>
  text.trim() === '' || (figureOf(text) > 0 && figureOf(text) <= most)

const isMinutes = (text: string): boolean =>
  text.trim() === '' || (/^\d{1,3}$/.test(text.trim()) && Number(text) <= maxServiceMinutes)

const phone = /^\+?[\d\s().-]{7,20}$/
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type Check = [path: string, isWrong: boolean, text: ErrorKey]
/** The first error of each path. */
function collect(checks: readonly Check[]): DraftErrors {
  const found: Record<string, ErrorKey> = {}
  for (const [path, isWrong, text] of checks) if (isWrong && !(path in found)) found[path] = text
  return found
}

export const checkCustomer = (draft: ServiceDraft): DraftErrors =>
  collect([
    [
      'requesterContactId',
      draft.requesterContactId === null && !draft.isNewCaller,
      'services.valid.requesterRequired',
    ],
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

/** @param before the service being changed; its own dispatch time may be in the past */
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
    ['requiredSeats', !isSeats(draft.requiredSeats.trim()), 'services.valid.seats'],
    ['requiredLoadKg', !isLoad(draft.requiredLoadKg, loadLimits.kg), 'services.valid.loadKg'],
    ['requiredLoadM3', !isLoad(draft.requiredLoadM3, loadLimits.m3), 'services.valid.loadM3'],
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
    const isOut = (value: number | null, max: number) => value !== null && Math.abs(value) > max
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
      [path('serviceMinutes'), !isMinutes(stop.serviceMinutes), 'services.valid.serviceMinutes'],
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

/** The step of the dialog that shows a field, from 0. */
export const stepOfPath = (path: string): 0 | 1 | 2 =>
  path.startsWith('stops')
    ? 2
    : ['customerName', 'customerPhone', 'customerEmail', 'requesterContactId'].includes(path)
      ? 0
      : 1

/** Maps fields refused by the server to paths of the draft. */
export function errorsOfProblem(errors: readonly { path: string; code: string }[] | undefined): DraftErrors {
  return Object.fromEntries(
    (errors ?? []).map(({ path, code }) => [
      path.replace(/^body\./, '').replace(/^plannedStops/, 'stops'),
      (windowTexts[code as FieldCode] ?? `fields.${code}`) as ErrorKey,
    ]),
  )
}
