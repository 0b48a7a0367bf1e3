import { useCallback } from 'react'
import { useText } from '../ui/i18n.tsx'
import type { VisitView } from './route-view.rules.ts'
import type { PlanTexts } from './use-plan-texts.ts'
import { minutesOf, type PlanTimes } from './use-plan-times.ts'

/** A stop in words, as shown beside it and as read aloud. */
export interface StopText {
  title: string
  /** Address, times, window, lock. */
  facts: readonly string[]
  wrongs: readonly string[]
  /** What it breaks by accepted exceptions. */
  exceptions: readonly string[]
  /** What happened to its service meanwhile, or is doubtful about it. */
  warnings: readonly string[]
  all: string
}

/** @returns the words of a visit; the same function while language and words stay */
export function useStopText({
  times,
  words,
}: {
  times: PlanTimes
  words: PlanTexts
}): (view: VisitView) => StopText {
  const { t } = useText()
  return useCallback(
    ({ visit, vehicleId, number, order, stop, times: at, window, violations, accepted, isMade, over }) => {
      const title =
        visit.serviceId === null
          ? t('planning.stop.reload')
          : order === null
            ? t('planning.stop.unknown')
            : t('planning.stop.label', {
                number,
                service: String(order.serviceNumber),
                customer: order.customerName,
              })
      const waiting = at === null ? 0 : at.begins - at.arrives
      const facts = [
        ...(stop === null ? [] : [`${t(`services.stop.type.${stop.stopType}`)}: ${stop.address}`]),
        ...(at === null
          ? []
          : [
              t('planning.stop.times', {
                arrives: times.clock(at.arrives),
                departs: times.clock(at.departs),
              }) + (waiting >= 60 ? `, ${t('planning.stop.waits', { minutes: minutesOf(waiting) })}` : ''),
            ]),
        ...(window.from === null && window.until === null
          ? []
          : [t('planning.stop.window', { window: times.window(window) })]),
        ...(isMade ? [t('planning.stop.made')] : []),
        ...(over === null ? [] : [t(`planning.stop.over.${over}`)]),
        ...(visit.lock === null ? [] : [t(`planning.stop.lock.${visit.lock}`)]),
      ]
      const { isElsewhere, texts: warnings } = words.ofService(visit.serviceId)
      // That it may not go on this vehicle follows from the vehicle that has it, which the warning names.
      const wrongs = violations
        .filter(({ code }) => !(isElsewhere && code === 'vehicle'))
        .map((violation) => words.violation(violation, vehicleId))
      const exceptions = accepted.map((one) => words.exception(one, vehicleId))
      const all = [title, ...facts, ...wrongs, ...exceptions, ...warnings].join('. ')
      return { title, facts, wrongs, exceptions, warnings, all }
    },
    [t, times, words],
  )
}
