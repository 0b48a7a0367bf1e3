import Box from '@mui/material/Box'
import { floatingLook } from '../ui/card-look.ts'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { type Reach, reaches, reachNames } from './radar.rules.ts'

interface ReachBarProps {
  isByRoad: boolean
  hasRoads: boolean
  reach: Reach
  onRings: (rings: 'time' | 'distance') => void
  onReach: (reach: Reach) => void
}

/** Floats over the map: rings by road time or by distance, and their reach. */
export function ReachBar({ isByRoad, hasRoads, reach, onRings, onReach }: ReachBarProps) {
  const { t } = useText()
  return (
    <Box
      sx={{
        position: 'absolute',
        left: 12,
        top: 12,
        zIndex: 2,
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        gap: '10px',
        p: '6px 12px',
        ...floatingLook,
        typography: 'body2',
      }}
    >
      <InlineSelect
        label={t('radar.rings.label')}
        value={isByRoad ? 'time' : 'distance'}
        options={[
          ...(hasRoads ? [{ value: 'time' as const, label: t('radar.rings.time') }] : []),
          { value: 'distance' as const, label: t('radar.rings.distance') },
        ]}
        onChange={onRings}
      />
      <InlineSelect
        label={t('radar.reach.label')}
        value={reach}
        options={reachNames.map((value) => ({
          value,
          label: isByRoad
            ? t('radar.ring.minutes', { minutes: reaches[value].minutes.at(-1) ?? 0 })
            : t('radar.ring.kilometres', { kilometres: reaches[value].kilometres.at(-1) ?? 0 }),
        }))}
        onChange={onReach}
      />
    </Box>
  )
}
