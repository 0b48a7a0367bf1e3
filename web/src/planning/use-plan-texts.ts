import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanWarning, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useMemo } from 'react'
import { useText } from '../ui/i18n.tsx'
import { skillsText, usePlanWords } from './editor/use-plan-words.ts'
import { needsText } from './needs-text.ts'
import { minutesOf } from './use-plan-times.ts'

/** Why orders were left out, what is doubtful, and what routes break, in words. */
export function usePlanTexts({
  orders,
  vehicles,
  warnings,
}: Pick<PlanWorkspace, 'orders' | 'vehicles' | 'warnings'>) {
  const { t, language } = useText()
  const { names, violation, unfit } = usePlanWords()
  return useMemo(() => {
    const orderOf = (id: string | null) => orders.find(({ serviceId }) => serviceId === id)
    const number = (value: number | null) => formatNumber(language, value ?? 0, 1)
    const minutes = (seconds: number | null) => minutesOf(seconds ?? 0)

    function reason({ code, missing, dimension, needed, largest, late, vehicleId, ...rest }: LeftOutReason) {
      const vehicle = names.vehicle(vehicleId)
      switch (code) {
        case 'skills':
          return t('planning.reason.skills', { missing: skillsText(t, missing) })
        case 'capacity':
          return t(`planning.reason.capacity.${dimension ?? 'seats'}`, {
            needed: number(needed),
            largest: number(largest),
          })
        case 'unreachable': {
          const stop = orderOf(rest.serviceId)?.stops.find(({ stopId }) => stopId === rest.stopId)
          return t('planning.reason.unreachable', { address: stop?.address ?? '—' })
        }
        case 'windows_exclude':
        case 'shift':
          return t(`planning.reason.${code}`, { minutes: minutes(late) })
        case 'window':
        case 'overtime':
          return t(`planning.reason.${code}`, { minutes: minutes(late), vehicle })
        case 'full':
        case 'limits':
          return t(`planning.reason.${code}`, { vehicle })
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
    return { reason, warning, ofService, violation, unfit, needs }
  }, [t, language, orders, vehicles, warnings, names, violation, unfit])
}
export type PlanTexts = ReturnType<typeof usePlanTexts>
