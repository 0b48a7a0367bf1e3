import { useCallback } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { useGo } from '../app/navigation/address.tsx'
import { useScreenKeys } from '../app/navigation/screen-keys.ts'
import { useFullscreen } from '../ui/hooks/use-fullscreen.ts'
import { useText } from '../ui/i18n.tsx'
import { useThemeSettings } from '../ui/theme/theme-settings.tsx'
import { densities } from './grid.rules.ts'
import type { GridState } from './use-grid.ts'

/** The keys of the grid, and those of a focused vehicle: `openUnit` returns whether the key had an effect. */
export function useGridKeys(grid: GridState, onWall: () => void) {
  const { t } = useText()
  const go = useGo()
  const can = useCan()
  const features = useFeatures()
  const full = useFullscreen()
  const { singleKeys } = useThemeSettings().settings
  const { view, onlyProblems, change } = grid
  const hasDetails = features.includes('vehicle_details')
  const hasMap = features.includes('map')
  const hasHistory = features.includes('fleet')
  const hasCommands = features.includes('commands') && can('commands.query')

  useScreenKeys([
    {
      keys: ['1', '2', '3'],
      label: t('grid.density.label'),
      act: (key) => change({ density: key === '1' ? undefined : densities[Number(key) - 1] }),
    },
    {
      keys: ['v'],
      label: t('grid.view.label'),
      act: () => change({ show: view === 'tiles' ? 'table' : undefined }),
    },
    {
      keys: ['p'],
      label: t('grid.onlyProblems'),
      act: () => change({ only: onlyProblems ? undefined : 'problems' }),
    },
    { keys: ['f'], label: t('map.control.fullscreen'), act: full.toggle },
    { keys: ['w'], label: t('grid.wall.begin'), act: onWall },
    { keys: [t('palette.key.space')], label: t('grid.key.peek') },
    { keys: hasDetails ? ['Enter'] : [], label: t('grid.action.details') },
    { keys: hasMap ? ['l'] : [], label: t('grid.action.map') },
    { keys: hasHistory ? ['h'] : [], label: t('grid.action.history') },
    { keys: hasCommands ? ['c'] : [], label: t('grid.action.commands') },
  ])

  return useCallback(
    (key: string, id: string): boolean => {
      const to = {
        Enter: hasDetails ? addresses.vehicleDetails(id) : null,
        l: singleKeys && hasMap ? addresses.map({ unit: id }) : null,
        h: singleKeys && hasHistory ? addresses.history(id) : null,
        c: singleKeys && hasCommands ? addresses.fleet({ commands: id }) : null,
      }[key]
      if (typeof to !== 'string') return false
      go(to)
      return true
    },
    [go, singleKeys, hasDetails, hasMap, hasHistory, hasCommands],
  )
}
