import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanWarning, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useMemo } from 'react'
import { useText } from '../ui/i18n.tsx'
import { skillsText, usePlanWords } from './editor/use-plan-words.ts'
import { needsText } from './needs-text.ts'
import { minutesOf } from './use-plan-times.ts'

const unitsOfLimits = {
  metres: { size: 1_000, digits: 1 },
  seconds: { size: 60, digits: 0 },
  stops: { size: 1, digits: 0 },
} as const

/** Why orders were left out, what is doubtful, and what routes break, in words. */
export function usePlanTexts({
  orders,
  vehicles,
  warnings,
  timeZone,
}: Pick<PlanWorkspace, 'orders' | 'vehicles' | 'warnings' | 'timeZone'>) {
  const { t, language } = useText()
  const { names, violation, exception, unfit } = usePlanWords()
  return useMemo(() => {
    const orderOf = (id: string | null) => orders.find(({ serviceId }) => serviceId === id)
    const number = (value: number | null) => formatNumber(language, value ?? 0, 1)
    const minutes = (seconds: number | null) => minutesOf(seconds ?? 0)
    const clock = (instant: string) => formatDate(language, Date.parse(instant), { show: 'time', timeZone })
    /** What is needed is rounded up, so that it never looks like what is allowed. */
    const amountOf = (limit: keyof typeof unitsOfLimits, amount: number | null, isNeeded = false) => {
      const { size, digits } = unitsOfLimits[limit]
      const step = 10 ** digits
      const units = ((amount ?? 0) / size) * step
      return number((isNeeded ? Math.ceil(units - 1e-6) : Math.round(units)) / step)
    }

    function reason({
      code,
      dimension,
      needed,
      largest,
      available,
      late,
      vehicleId,
      ...rest
    }: LeftOutReason) {
      const vehicle = names.vehicle(vehicleId)
      switch (code) {
        case 'skills':
          return t('planning.reason.skills', { missing: skillsText(t, rest.missing) })
        case 'capacity': {
          const kind = dimension ?? 'seats'
          const amounts = { needed: number(needed), largest: number(largest) }
          return rest.isFree
            ? t(`planning.reason.capacity.${kind}.free`, amounts)
            : t(`planning.reason.capacity.${kind}`, amounts)
        }
        case 'unreachable': {
          const stop = orderOf(rest.serviceId)?.stops.find(({ stopId }) => stopId === rest.stopId)
          return t('planning.reason.unreachable', { address: stop?.address ?? '—' })
        }
        case 'windows_exclude':
        case 'shift':
          return t(`planning.reason.${code}`, { minutes: minutes(late) })
        case 'window':
        case 'window_impossible': {
          const { window } = rest
          return window
            ? t(`planning.reason.${code}`, {
                window: `${clock(window.from)}–${clock(window.until)}`,
                minutes: minutes(late),
                vehicle,
              })
            : t(`planning.reason.${code}.several`, { minutes: minutes(late), vehicle })
        }
        case 'overtime':
          return t('planning.reason.overtime', { minutes: minutes(late), vehicle })
        case 'full':
          return dimension
            ? t(`planning.reason.full.${dimension}`, {
                vehicle,
                needed: number(needed),
                available: number(available),
              })
            : t('planning.reason.full', { vehicle })
        case 'limits': {
          const { limit } = rest
          if (!limit) return t('planning.reason.limits')
          const amounts = {
            needed: amountOf(limit, needed, true),
            available: amountOf(limit, available),
          }
          return vehicleId === null
            ? t(`planning.reason.limits.${limit}`, amounts)
            : t(`planning.reason.limits.${limit}.route`, { ...amounts, vehicle })
        }
        default:
          return t(`planning.reason.${code}`)
      }
    }

    function warning({ code, vehicleId, vehicleNumber: named, otherServiceId, seconds }: PlanWarning) {
      switch (code) {
        case 'service_elsewhere':
          return t('planning.warning.service_elsewhere', { vehicle: named ?? names.vehicle(vehicleId) })
        case 'vehicle_gone':
          if (vehicleId !== null && vehicles.some((one) => one.vehicleId === vehicleId && one.unfit !== null))
            return unfit(vehicleId)
          return t('planning.warning.vehicle_gone', { vehicle: named ?? names.vehicle(vehicleId) })
        case 'duplicate':
          return t('planning.warning.duplicate', {
            other: String(orderOf(otherServiceId)?.serviceNumber ?? '—'),
          })
        case 'further_shifts':
          return t('planning.warning.further_shifts', { vehicles: named ?? '—' })
        case 'many_orders':
          return t('planning.warning.many_orders', { minutes: minutes(seconds) })
        default:
          return t(`planning.warning.${code}`)
      }
    }

    const byService = new Map<string | null, PlanWarning[]>()
    for (const one of warnings) byService.set(one.serviceId, [...(byService.get(one.serviceId) ?? []), one])
    /** What is to be said of a service; nothing of a reload. */
    function ofService(serviceId: string | null) {
      const own = (serviceId === null ? undefined : byService.get(serviceId)) ?? []
      return { isElsewhere: own.some(({ code }) => code === 'service_elsewhere'), texts: own.map(warning) }
    }

    const needs = (order: Order) => needsText({ t, language }, order)
    return { reason, warning, ofService, violation, exception, unfit, needs }
  }, [t, language, orders, vehicles, warnings, timeZone, names, violation, exception, unfit])
}
export type PlanTexts = ReturnType<typeof usePlanTexts>
