import HistoryRounded from '@mui/icons-material/HistoryRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import KeyboardDoubleArrowDownRounded from '@mui/icons-material/KeyboardDoubleArrowDownRounded'
import MapOutlined from '@mui/icons-material/MapOutlined'
import NavigationRounded from '@mui/icons-material/NavigationRounded'
import RadarRounded from '@mui/icons-material/RadarRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { formatNumber } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { addresses } from '../addresses.ts'
import { useFeatures } from '../app/client-context.tsx'
import { Anchor } from '../app/navigation/address.tsx'
import { eighthOf } from '../map/map-model.ts'
import { Age } from '../ui/Age.tsx'
import { useText } from '../ui/i18n.tsx'
import { KeyHint } from '../ui/KeyHint.tsx'
import { token } from '../ui/theme/tokens.ts'
import { VehicleMark } from '../ui/VehicleMark.tsx'
import type { RadarRow as Row } from './radar.rules.ts'

/** Distance, time and direction of a row, in words. */
export function useRadarWords() {
  const { t, language } = useText()
  const distance = (metres: number) =>
    metres < 950
      ? `${formatNumber(language, Math.round(metres / 10) * 10)} m`
      : `${formatNumber(language, metres / 1000, 1)} km`
  return {
    distance,
    direction: (degrees: number) => t(`map.direction.${eighthOf(degrees)}`),
    time: ({ seconds, isEstimate }: Row) => {
      if (seconds === null) return null
      const minutes = Math.max(1, Math.round(seconds / 60))
      return isEstimate ? t('radar.time.estimate', { minutes }) : t('radar.time.road', { minutes })
    },
  }
}

interface RowActionsProps {
  vehicleId: string
  onCentre: () => void
  /** Icons with tooltips, one line high. */
  isCompact?: boolean
}

/** Actions of a row. */
export function RowActions({ vehicleId, onCentre, isCompact = false }: RowActionsProps) {
  const { t } = useText()
  const features = useFeatures()
  const action = (
    label: string,
    icon: ReactNode,
    target: { component: typeof Anchor; to: string } | { onClick: () => void },
  ) =>
    isCompact ? (
      <IconButton size="small" aria-label={label} title={label} {...target}>
        {icon}
      </IconButton>
    ) : (
      <Button size="small" {...target}>
        {label}
      </Button>
    )
  const link = (label: string, icon: ReactNode, to: string) => action(label, icon, { component: Anchor, to })
  return (
    <Box sx={{ display: 'flex', flexWrap: isCompact ? 'nowrap' : 'wrap', gap: '2px' }}>
      {features.includes('vehicle_details') &&
        link(t('grid.action.details'), <InfoOutlined />, addresses.vehicleDetails(vehicleId))}
      {features.includes('map') &&
        link(t('grid.action.map'), <MapOutlined />, addresses.map({ unit: vehicleId }))}
      {features.includes('fleet') &&
        link(t('grid.action.history'), <HistoryRounded />, addresses.history(vehicleId))}
      {action(t('radar.centreHere'), <RadarRounded />, { onClick: onCentre })}
    </Box>
  )
}

/** Shows that it approaches, and its speed. */
function ClosingChip({ kmh }: { kmh: number }) {
  const { t } = useText()
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        alignSelf: 'center',
        px: '6px',
        borderRadius: '8px',
        typography: 'caption',
        fontVariantNumeric: 'tabular-nums',
        color: token('active'),
        backgroundColor: token('activeTint'),
      }}
    >
      <KeyboardDoubleArrowDownRounded aria-hidden sx={{ fontSize: 13, verticalAlign: '-2px', mr: '2px' }} />
      {t('radar.closing', { speed: kmh })}
    </Box>
  )
}

interface RadarRowProps {
  row: Row
  /** From 1; keys choose the first nine. */
  place: number
  /** The minutes belong to the previous place of the target. */
  isFormer: boolean
  isChosen: boolean
  /** Shown only because it was chosen. */
  isOutOfReach: boolean
  onChoose: (vehicleId: string | null) => void
  onCentre: (vehicleId: string) => void
}

/** A vehicle in the list: arrival, distance, place, and the age of its position. */
export function RadarRow({
  row,
  place,
  isFormer,
  isChosen,
  isOutOfReach,
  onChoose,
  onCentre,
}: RadarRowProps) {
  const { t } = useText()
  const words = useRadarWords()
  const { vehicle, distanceMetres, bearingDegrees, isOld, closingKmh } = row
  const time = words.time(row)
  return (
    <Box
      component="li"
      sx={{
        borderBottom: `1px ${isOld ? 'dashed' : 'solid'} ${token('line')}`,
        backgroundColor: isChosen ? token('primarySoft') : undefined,
      }}
    >
      <ButtonBase
        data-row-open
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? null : vehicle.id)}
        sx={{
          display: 'grid',
          gridTemplateColumns: '26px minmax(0, 1fr) auto',
          columnGap: '10px',
          alignItems: 'center',
          width: '100%',
          minHeight: 56,
          px: '14px',
          textAlign: 'left',
          '&.Mui-focusVisible': { outlineOffset: '-2px' },
        }}
      >
        <VehicleMark status={vehicle.status} size={24} isStale={isOld} />
        <Box component="span" sx={{ minWidth: 0 }}>
          <Box
            component="span"
            sx={{ display: 'flex', alignItems: 'baseline', gap: '7px', whiteSpace: 'nowrap' }}
          >
            <Box component="span" data-name="" sx={{ typography: 'h2', fontWeight: 700, flex: 'none' }}>
              {vehicle.vehicleNumber}
            </Box>
            <Box component="span" sx={{ typography: 'body2', overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {t(`vehicles.status.${vehicle.status}`)}
            </Box>
            {closingKmh !== null && <ClosingChip kmh={closingKmh} />}
          </Box>
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: token('textSoft') }}>
            {distanceMetres === null || bearingDegrees === null ? (
              t('radar.noPosition')
            ) : (
              <>
                <NavigationRounded
                  aria-hidden
                  sx={{
                    fontSize: 15,
                    mr: '3px',
                    verticalAlign: '-3px',
                    color: token('text'),
                    transform: `rotate(${bearingDegrees}deg)`,
                  }}
                />
                {t('radar.away', {
                  distance: words.distance(distanceMetres),
                  direction: words.direction(bearingDegrees),
                })}
                {' · '}
                <Age at={vehicle.at} />
                {isOutOfReach && ` · ${t('radar.outOfReach')}`}
              </>
            )}
          </Box>
        </Box>
        <Box component="span" sx={{ display: 'flex', alignItems: 'center' }}>
          <Box
            component="span"
            sx={{
              typography: 'h2',
              fontWeight: isFormer ? 400 : 700,
              color: isOld || isFormer ? token('textFaint') : undefined,
            }}
          >
            {time ?? '—'}
          </Box>
          {place <= 9 && (
            <Box component="span" sx={{ '@media (hover: none), (max-width: 600px)': { display: 'none' } }}>
              <KeyHint>{place}</KeyHint>
            </Box>
          )}
        </Box>
      </ButtonBase>
      {isChosen && (
        <Box sx={{ px: '8px', pb: '6px' }}>
          <RowActions vehicleId={vehicle.id} onCentre={() => onCentre(vehicle.id)} />
        </Box>
      )}
    </Box>
  )
}
