import { useEffect, useRef, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { useRadarWords } from './RadarRow.tsx'
import type { RadarRow } from './radar.rules.ts'

/**
 * A screen reader announcement when dimmed minutes were replaced by new ones: who arrives first now. Empty if nothing
 * changed.
 */
export function useArrivalUpdates(rows: readonly RadarRow[], areFormer: boolean): string {
  const { t } = useText()
  const words = useRadarWords()
  const [update, setUpdate] = useState('')
  const before = useRef<string | null>(null)
  const said = rows
    .map((row) => `${row.vehicle.id} ${words.time(row) ?? ''}`)
    .sort()
    .join()
  const first = rows.find(({ seconds }) => seconds !== null)
  const number = first?.vehicle.vehicleNumber ?? ''
  const time = (first && words.time(first)) ?? ''
  useEffect(() => {
    if (areFormer) before.current ??= said
    else if (before.current !== null) {
      if (before.current !== said && number !== '') setUpdate(t('radar.arrivalUpdate', { number, time }))
      before.current = null
    }
  }, [areFormer, said, number, time, t])
  return update
}
