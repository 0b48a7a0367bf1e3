import type { PlanException } from '@rumbo/contract/planning.contract'
import type { PlanVehicle } from '@rumbo/contract/planning.workspace.contract'
import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import type { EditProblem, Violation } from '@rumbo/optimizer'
import type { PlanDifferences } from '@rumbo/planning/content'
import type { AcceptedViolation } from '@rumbo/planning/exceptions'
import { dimensions } from '@rumbo/planning/problem'
import { useMemo } from 'react'
import { useText, type WordText } from '../../ui/i18n.tsx'
import type { DocumentChanges } from './document-changes.rules.ts'
import { usePlanEditor } from './plan-editor.ts'

const signed = (language: Language, value: number, digits: number) => {
  const text = formatNumber(language, Math.abs(value), digits)
  const isNothing = Number(Math.abs(value).toFixed(digits)) === 0
  return isNothing ? `±${text}` : `${value < 0 ? '−' : '+'}${text}`
}

/** A change such as `+12 min`. */
export const moreMinutes = (language: Language, seconds: number) => `${signed(language, seconds / 60, 0)} min`
/** A change such as `−3.4 km`. */
export const moreKilometres = (language: Language, metres: number) =>
  `${signed(language, metres / 1_000, 1)} km`
export const kilometres = (language: Language, metres: number) =>
  `${formatNumber(language, metres / 1_000, 1)} km`
/** A duration such as `45 min`, or `3 h 20 min`. */
export function hoursAndMinutes(language: Language, seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const rest = `${formatNumber(language, minutes % 60)} min`
  return hours === 0 ? rest : minutes % 60 === 0 ? `${hours} h` : `${hours} h ${rest}`
}

export interface PlanNames {
  vehicle: (vehicleId: string | null) => string
  service: (serviceId: string) => string
}

/** Skills as the problem names them, in words; vehicle types are `type:van`. */
export const skillsText = (t: WordText, skills: readonly string[]): string =>
  skills
    .map((skill) => {
      const type = vehicleTypes.find((one) => skill === `type:${one}`)
      return type ? t(`vehicles.type.${type}`) : skill
    })
    .join(', ')

/** What a violation says in words, of a route of this vehicle. */
function violationWords(
  { t, language, names }: { t: WordText; language: Language; names: PlanNames },
  violation: Violation,
  {
    vehicle,
    problem,
    holder,
  }: {
    vehicle: PlanVehicle | undefined
    problem: EditProblem
    /** The number of the vehicle that a service is under way on; null: none. */
    holder: (serviceId: string) => string | null
  },
): string {
  const { code, amount, requestId, skills = [] } = violation
  const service = requestId === undefined ? '' : names.service(requestId)
  const number = names.vehicle(vehicle?.vehicleId ?? null)
  const time = hoursAndMinutes(language, Math.max(amount, 60))
  switch (code) {
    case 'late':
      return t('planEditor.violation.late', { service, time })
    case 'shift_start':
      return t('planEditor.violation.shiftStart', { time })
    case 'shift_end':
      return t('planEditor.violation.shiftEnd', { time })
    case 'capacity': {
      const dimension = dimensions[violation.dimension ?? 0] ?? 'seats'
      if (dimension === 'sharing') return t('planEditor.violation.sharing', { service })
      const at = problem.vehicles.find(({ id }) => id === vehicle?.vehicleId)
      const has = at?.capacity[violation.dimension ?? 0] ?? 0
      return t(`planEditor.violation.${dimension}`, {
        vehicle: number,
        has: formatNumber(language, has, dimension === 'm3' ? 1 : 0),
        needed: formatNumber(language, has + amount, dimension === 'm3' ? 1 : 0),
      })
    }
    case 'skills':
      return t('planEditor.violation.skills', {
        vehicle: number,
        skills: skillsText(t, skills),
        service,
      })
    case 'vehicle': {
      const other = requestId === undefined ? null : holder(requestId)
      return other === null
        ? t('planEditor.violation.vehicle', { vehicle: number, service })
        : t('planEditor.violation.underWay', { vehicle: number, service, other })
    }
    case 'order':
      return t('planEditor.violation.order', { service })
    case 'reload':
      return t('planEditor.violation.reload', { vehicle: number })
    case 'max_seconds':
      return t('planEditor.violation.maxMinutes', { time })
    case 'max_metres':
      return t('planEditor.violation.maxKilometres', { distance: kilometres(language, amount) })
    case 'max_stops':
      return t('planEditor.violation.maxStops', { count: amount })
    case 'unreachable':
      return t('planEditor.violation.unreachable', { service })
    case 'break':
      return t('planEditor.violation.break', { time })
  }
}

/** What was accepted although it breaks a setting, what the search that did it allowed, and who accepted it when. */
function exceptionWords(
  { t, language, timeZone }: { t: WordText; language: Language; timeZone: string },
  { code, allowed, by, at }: PlanException,
): string[] {
  const when = formatDate(language, at, { show: 'dateTime', timeZone })
  return [
    t('planEditor.exception.accepted'),
    allowed === null
      ? t(`planEditor.exception.${code}.any`)
      : t(`planEditor.exception.${code}`, { count: allowed }),
    by === null ? t('planEditor.exception.at', { when }) : t('planEditor.exception.by', { person: by, when }),
  ]
}

/** What may be done by hand although it is wrong, and is shown in red then. Everything else is refused. */
export const isSoft = ({ code }: Pick<Violation, 'code'>): boolean =>
  ['late', 'shift_start', 'shift_end', 'max_seconds', 'max_metres', 'max_stops', 'break'].includes(code)

/** Names and sentences about the open plan. */
export function usePlanWords() {
  const { t, language } = useText()
  const { workspace, problem } = usePlanEditor()
  return useMemo(() => {
    const numbers = new Map(workspace.vehicles.map((one) => [one.vehicleId, one]))
    const services = new Map(workspace.orders.map((order) => [order.serviceId, order.serviceNumber]))
    const names: PlanNames = {
      vehicle: (vehicleId) =>
        (vehicleId === null ? undefined : numbers.get(vehicleId)?.vehicleNumber) ??
        t('planEditor.unknownVehicle'),
      service: (serviceId) => {
        const number = services.get(serviceId)
        return number === undefined ? t('planEditor.unknownService') : String(number)
      },
    }
    const elsewhere = new Map(
      workspace.warnings
        .filter(({ code }) => code === 'service_elsewhere')
        .map(({ serviceId, vehicleNumber }) => [serviceId, vehicleNumber]),
    )
    const holders = new Map(
      workspace.orders
        .filter(({ state, assignedVehicleId }) => state === 'under_way' && assignedVehicleId !== null)
        .map(({ serviceId, assignedVehicleId }) => [
          serviceId,
          numbers.get(assignedVehicleId as string)?.vehicleNumber ??
            elsewhere.get(serviceId) ??
            t('planEditor.unknownVehicle'),
        ]),
    )
    const clock = (instant: string) =>
      formatDate(language, instant, { show: 'time', timeZone: workspace.timeZone })
    const violation = (violation: Violation, vehicleId: string) =>
      violationWords({ t, language, names }, violation, {
        vehicle: numbers.get(vehicleId),
        problem,
        holder: (serviceId) => holders.get(serviceId) ?? null,
      })
    return {
      names,
      /** A time of day in the plan's time zone. */
      clock,
      /** Why a vehicle that the problem leaves out cannot be planned. */
      unfit: (vehicleId: string) =>
        t(`planEditor.unfit.${numbers.get(vehicleId)?.unfit ?? 'unused'}`, {
          vehicle: names.vehicle(vehicleId),
        }),
      violation,
      /** A violation that was accepted, with what allowed it. */
      exception: ({ violation: accepted, exception }: AcceptedViolation, vehicleId: string) => {
        const [title, ...rest] = exceptionWords({ t, language, timeZone: workspace.timeZone }, exception)
        return [title, violation(accepted, vehicleId), ...rest].join('. ')
      },
      differences: (differences: PlanDifferences) => differenceWords(t, names, differences),
      /** Also what is no matter of routes, with their times of leaving. */
      changes: (changes: DocumentChanges) => changeWords(t, { names, clock }, changes),
    }
  }, [t, language, workspace.vehicles, workspace.orders, workspace.warnings, workspace.timeZone, problem])
}

/** What changed, a sentence for each service and route. */
function differenceWords(t: WordText, names: PlanNames, { moved, resequenced }: PlanDifferences): string[] {
  return [
    ...moved.map(({ serviceId, from, to }) => {
      const service = names.service(serviceId)
      if (from === null) return t('planEditor.difference.planned', { service, vehicle: names.vehicle(to) })
      if (to === null) return t('planEditor.difference.unplanned', { service, vehicle: names.vehicle(from) })
      return t('planEditor.difference.moved', { service, from: names.vehicle(from), to: names.vehicle(to) })
    }),
    ...resequenced.map((vehicleId) =>
      t('planEditor.difference.resequenced', { vehicle: names.vehicle(vehicleId) }),
    ),
  ]
}

/** Everything that changed, a sentence each: first the plan itself, then its services and routes, then padlocks and departures. */
function changeWords(
  t: WordText,
  { names, clock }: { names: PlanNames; clock: (instant: string) => string },
  changes: DocumentChanges,
): string[] {
  return [
    ...changes.fields.map((field) => t(`planEditor.conflict.changed.${field}`)),
    ...differenceWords(t, names, changes),
    ...changes.reloads.map(({ vehicleId, more }) => {
      const vehicle = names.vehicle(vehicleId)
      if (more === 0) return t('planEditor.difference.reloadMoved', { vehicle })
      const words = { vehicle, count: Math.abs(more) }
      return more > 0
        ? t('planEditor.difference.reloadAdded', words)
        : t('planEditor.difference.reloadRemoved', words)
    }),
    ...changes.lockedRoutes.map(({ vehicleId, isLocked }) =>
      t(isLocked ? 'planEditor.difference.routeLocked' : 'planEditor.difference.routeUnlocked', {
        vehicle: names.vehicle(vehicleId),
      }),
    ),
    ...changes.departures.map(({ vehicleId, startsAt }) =>
      startsAt === null
        ? t('planEditor.difference.leavesAnytime', { vehicle: names.vehicle(vehicleId) })
        : t('planEditor.difference.leaves', { vehicle: names.vehicle(vehicleId), time: clock(startsAt) }),
    ),
    ...changes.locks.map(({ serviceId, lock }) =>
      t(`planEditor.difference.lock.${lock ?? 'none'}`, { service: names.service(serviceId) }),
    ),
  ]
}
