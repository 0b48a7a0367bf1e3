import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import KeyboardArrowUpRounded from '@mui/icons-material/KeyboardArrowUpRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense } from 'react'
import { floatingLook } from '../ui/card-look.ts'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { NoVehicles } from '../vehicles/NoVehicles.tsx'
import type { MapAddress } from './use-map-address.ts'
import type { MapVehicles } from './use-map-vehicles.ts'
import { VehicleList } from './VehicleList.tsx'

const AutoShown = lazy(() =>
  import('../vehicles/AutoShown.tsx').then((file) => ({ default: file.AutoShown })),
)

interface VehiclePanelProps {
  fleet: MapVehicles
  at: MapAddress
  search: string
  onSearch: (search: string) => void
  onChoose: (vehicleId: string) => void
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  /** Placed at the bottom edge, expands upwards. */
  isBelow: boolean
}

/** The floating list over the map; it can be collapsed. */
export function VehiclePanel(props: VehiclePanelProps) {
  const { fleet, at, search, onSearch, isFolded } = props
  const { shown, autoShown, alarmed } = fleet
  const total = fleet.vehicles.length
  const clearFilters = () => {
    onSearch('')
    at.change({ status: undefined, type: undefined })
  }
  const { t } = useText()
  const opensUp = props.isBelow ? isFolded : !isFolded
  const foldLabel = t(isFolded ? 'map.list.unfold' : 'map.list.fold')
  return (
    <Box
      component="section"
      aria-label={t('map.list.title')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        maxHeight: '100%',
        height: isFolded ? 'auto' : '100%',
        ...floatingLook,
        boxShadow: `0 10px 28px ${token('shadow')}`,
        overflow: 'hidden',
        pointerEvents: 'auto',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '4px', p: '12px 8px 10px 14px' }}>
        <Box component="h2" sx={{ typography: 'h2', m: 0, flex: 1, whiteSpace: 'nowrap' }}>
          {t('map.list.title')}{' '}
          <Box component="span" sx={{ fontWeight: 400, color: token('textSoft') }}>
            {t('vehicles.countOf', { shown: shown.length, total })}
          </Box>
        </Box>
        {!isFolded && (
          <InlineSelect
            label={t('map.sort.label')}
            value={at.order}
            options={[
              { value: 'status', label: t('map.sort.status') },
              { value: 'number', label: t('map.sort.number') },
            ]}
            onChange={(next) => at.change({ sort: next === 'number' ? 'number' : undefined })}
          />
        )}
        <IconButton
          size="small"
          aria-label={foldLabel}
          title={foldLabel}
          aria-expanded={!isFolded}
          onClick={() => props.onFold(!isFolded)}
        >
          {opensUp ? <KeyboardArrowUpRounded /> : <KeyboardArrowDownRounded />}
        </IconButton>
      </Box>
      {!isFolded && (
        <Box sx={{ p: '0 12px 10px' }}>
          <SearchField value={search} onChange={onSearch} label={t('map.list.search')} />
        </Box>
      )}
      <Box role="status">
        <Suspense>{alarmed.length > 0 && <AutoShown ids={autoShown} alarmed={alarmed} />}</Suspense>
      </Box>
      {!isFolded && (
        <Box
          sx={{
            display: 'flex',
            flexDirection: 'column',
            flex: 1,
            minHeight: 0,
            borderTop: `1px solid ${token('line')}`,
          }}
        >
          {!fleet.isLoaded ? (
            <ListSkeleton rows={8} />
          ) : total === 0 ? (
            <NoVehicles />
          ) : shown.length === 0 ? (
            <EmptyState
              title={
                search === '' && at.type === ''
                  ? t('map.filter.excludes', { total })
                  : t('map.filter.noMatch')
              }
              action={
                <Button variant="outlined" onClick={clearFilters}>
                  {t('map.filter.remove')}
                </Button>
              }
            />
          ) : (
            <VehicleList vehicles={shown} chosenId={at.chosenId} onChoose={props.onChoose} />
          )}
        </Box>
      )}
    </Box>
  )
}
