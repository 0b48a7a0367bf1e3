import { useEffect } from 'react'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import { useText } from '../ui/i18n.tsx'
import { type Reach, reachBeside } from './radar.rules.ts'
import type { RadarTarget } from './use-radar-target.ts'

const nudgeMetres = 100

interface RadarKeys {
  at: RadarTarget
  reach: Reach
  onReach: (reach: Reach) => void
  onTable: () => void
  onSave: () => void
  /** Chooses the vehicle at an index of the list, from 0. */
  onPlace: (place: number) => void
}

/** The radar's keys: target, reach, and choice of a vehicle. */
export function useRadarKeys({ at, reach, onReach, onTable, onSave, onPlace }: RadarKeys): void {
  const { t } = useText()
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      // By physical key: with Alt held, some keyboards produce another character.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyT') return
      event.preventDefault()
      onTable()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [onTable])
  useScreenKeys([
    {
      keys: ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'],
      label: t('radar.key.nudge'),
      act: (key) => at.step(key, nudgeMetres),
    },
    {
      keys: ['+', '-'],
      label: t('radar.key.reach'),
      act: (key) => onReach(reachBeside(reach, key === '+' ? 1 : -1)),
    },
    { keys: ['t'], label: t('map.control.locate'), act: () => void at.locate() },
    { keys: ['s'], label: t('radar.saved.add'), act: onSave, isOnce: true },
    { keys: ['r'], label: t('radar.target.clear'), act: at.clear },
    {
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      label: t('radar.key.choose'),
      act: (key) => onPlace(Number(key) - 1),
    },
    { keys: ['Alt+T'], label: t('radar.table.show') },
  ])
}
