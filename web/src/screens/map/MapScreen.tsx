import SyncDisabledRounded from '@mui/icons-material/SyncDisabledRounded'
import SyncRounded from '@mui/icons-material/SyncRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { listOf, oneOf, useAddressState } from '../../app/address.tsx'
import { useWorkspace } from '../../app/client-context.tsx'
import { useHasLiveFleet, useLiveVehicles } from '../../live/use-live.ts'
import { LiveMap } from '../../map/LiveMap.tsx'
import { MapControls } from '../../map/MapControls.tsx'
import { type MapHandle, readView, writeView } from '../../map/map-model.ts'
import { hasWebGl } from '../../map/webgl.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/tokens.ts'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { useHeld } from '../../vehicles/use-held.ts'
import {
  chooseVehicles,
  countStatuses,
  displayOrder,
  readStatuses,
} from '../../vehicles/vehicle-list.rules.ts'
import { UnitPanel } from './UnitPanel.tsx'
import { UnitPopup } from './UnitPopup.tsx'

const closeZoom = 15.5
/** What the list covers of the map. */
const panelPixels = 332

function countChanges(shown: readonly LiveVehicle[], present: readonly LiveVehicle[]): number {
  if (shown === present) return 0
  const before = new Set(shown)
  return present.filter((vehicle) => !before.has(vehicle)).length
}

const located = (vehicles: readonly LiveVehicle[]) =>
  vehicles.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )

/** The fleet on the map, and its twin in a list. The address holds selection, filters, order and view. */
export function MapScreen({ title }: { title: string }) {
  const { t } = useText()
  const { fleet } = useWorkspace()
  const fleetId = fleet?.id ?? null
  const [query, change] = useAddressState()
  const changeNow = useRef(change)
  changeNow.current = change
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  const [isFolded, setFolded] = useState(isNarrow)
  const [isRunning, setRunning] = useState(true)
  const [canDraw] = useState(hasWebGl)
  const [isFollowing, setFollowing] = useState(false)
  const [isMapReady, setMapReady] = useState(false)
  const [search, setSearch] = useState('')
  const screen = useRef<HTMLDivElement>(null)
  const map = useRef<MapHandle>(null)

  const present = useLiveVehicles(fleetId)
  const hasFleet = useHasLiveFleet(fleetId)
  const vehicles = useHeld(present, isRunning, fleetId ?? '')
  const waiting = isRunning ? 0 : countChanges(vehicles, present)

  const chosenId = oneOf(query.unit) || null
  const order = oneOf(query.sort) === 'number' ? 'number' : 'status'
  const statusKey = listOf(query.status).join(' ')
  const statuses = useMemo(() => readStatuses(statusKey.split(' ')), [statusKey])
  const { shown, autoShown } = useMemo(
    () => chooseVehicles(vehicles, { statuses, search, order }),
    [vehicles, statuses, search, order],
  )
  const counts = useMemo(() => countStatuses(vehicles), [vehicles])
  const chosen = vehicles.find(({ id }) => id === chosenId)
  const onMap = useMemo(
    () => (chosen !== undefined && !shown.includes(chosen) ? [...shown, chosen] : shown),
    [shown, chosen],
  )
  const [firstView] = useState(() => readView(oneOf(query.view)))

  const choose = useCallback((vehicleId: string | null) => {
    setFollowing(false)
    changeNow.current({ unit: vehicleId ?? undefined })
  }, [])
  const chooseFromList = (vehicleId: string) => {
    if (vehicleId === chosenId) {
      choose(null)
      return
    }
    choose(vehicleId)
    const [point] = located(vehicles.filter(({ id }) => id === vehicleId))
    if (point !== undefined) map.current?.goTo(point, Math.max(map.current.view().zoom, closeZoom))
    if (isNarrow) setFolded(true)
  }
  const coveredPixels = isNarrow || isFolded ? 0 : panelPixels
  const fitAll = useCallback(
    (isInstant = false) => map.current?.fit(located(shown), { isInstant, leftPixels: coveredPixels }),
    [shown, coveredPixels],
  )

  const isFitted = useRef(firstView !== null)
  const hasPlaces = located(shown).length > 0
  useEffect(() => {
    if (!isMapReady || !hasPlaces || isFitted.current) return
    isFitted.current = true
    const [point] = chosen === undefined ? [] : located([chosen])
    if (point !== undefined) map.current?.goTo(point, closeZoom)
    else fitAll(true)
  }, [isMapReady, hasPlaces, chosen, fitAll])

  const lastFleetId = useRef(fleetId)
  useEffect(() => {
    if (lastFleetId.current === fleetId) return
    lastFleetId.current = fleetId
    isFitted.current = false
    setFollowing(false)
    changeNow.current({ unit: undefined, view: undefined })
  }, [fleetId])

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || chosenId === null) return
    choose(null)
  }

  /** Where there is no mark to stand beside, the card has a place of its own. */
  const isAside = isNarrow || !canDraw || chosen?.latitude === null
  const popup = chosen && (
    <UnitPopup
      vehicle={chosen}
      isFollowing={isFollowing}
      onFollow={setFollowing}
      onClose={() => choose(null)}
    />
  )

  if (fleetId === null) {
    return (
      <Box sx={{ p: '20px' }}>
        <h1 style={visuallyHidden}>{title}</h1>
        <EmptyState title={t('map.list.noSelection')} />
      </Box>
    )
  }
  return (
    <Box
      ref={screen}
      onKeyDown={closeOnEscape}
      sx={{
        position: 'absolute',
        inset: 0,
        overflow: 'hidden',
        backgroundColor: token('sunken'),
      }}
    >
      <h1 style={visuallyHidden}>{title}</h1>
      <Box component="section" aria-label={t('map.label')} sx={{ position: 'absolute', inset: 0 }}>
        <LiveMap
          ref={map}
          label={t('map.label')}
          view={firstView}
          vehicles={onMap}
          chosenId={chosenId}
          isFollowing={isFollowing}
          onChoose={choose}
          onView={(view) => changeNow.current({ view: writeView(view) })}
          onDrag={() => setFollowing(false)}
          onReady={() => setMapReady(true)}
          popup={isAside ? undefined : popup}
        />
      </Box>
      <Box
        sx={{
          position: 'absolute',
          inset: '12px',
          display: 'grid',
          gap: '12px',
          gridTemplateColumns: isNarrow ? 'minmax(0, 1fr)' : '320px minmax(0, 1fr)',
          gridTemplateRows: isNarrow ? 'auto minmax(0, 1fr)' : 'minmax(0, 1fr)',
          pointerEvents: 'none',
        }}
      >
        <Box sx={{ minHeight: 0, maxHeight: isNarrow && !isFolded ? '60%' : undefined, zIndex: 4 }}>
          <UnitPanel
            vehicles={shown}
            total={vehicles.length}
            isLoading={!hasFleet}
            autoShown={autoShown}
            search={search}
            onSearch={setSearch}
            order={order}
            onOrder={(next) => change({ sort: next === 'number' ? 'number' : undefined })}
            onClearFilters={() => {
              setSearch('')
              change({ status: undefined })
            }}
            chosenId={chosenId}
            onChoose={chooseFromList}
            isFolded={isFolded}
            onFold={setFolded}
          />
        </Box>
        <Box
          sx={{
            display: 'flex',
            gap: '6px',
            alignItems: 'flex-start',
            minWidth: 0,
            '& > *': { flex: 'none' },
          }}
        >
          <Box
            sx={{
              flex: '0 1 auto !important',
              minWidth: 0,
              overflowX: 'auto',
              scrollbarWidth: 'none',
              pointerEvents: 'auto',
              p: '2px',
              m: '-2px',
              '& fieldset': { flexWrap: isNarrow ? 'nowrap' : 'wrap' },
              '& fieldset > *': { flex: 'none' },
            }}
          >
            <FilterChips
              label={t('map.filter.statuses')}
              chips={displayOrder.map((status) => ({
                value: status,
                label: t(`vehicles.status.${status}`),
                count: counts[status],
                icon: <VehicleMark status={status} size={18} />,
              }))}
              selected={statuses}
              onChange={(next) => change({ status: next })}
              selectAllLabel={t('map.filter.selectAll')}
              clearLabel={t('map.filter.clearAll')}
            />
          </Box>
        </Box>
      </Box>
      <Box
        sx={{
          position: 'absolute',
          right: 12,
          bottom: 40,
          zIndex: 2,
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'flex-end',
          gap: '8px',
        }}
      >
        <MapControls
          onZoomIn={() => map.current?.zoomIn()}
          onZoomOut={() => map.current?.zoomOut()}
          onFitAll={() => fitAll()}
          onFound={(point) => map.current?.goTo(point, closeZoom)}
          fullscreenOf={() => screen.current}
        />
      </Box>
      <Box sx={{ position: 'absolute', right: 60, bottom: 40, zIndex: 2 }}>
        <Button
          size="small"
          variant="outlined"
          aria-pressed={isRunning}
          startIcon={isRunning ? <SyncRounded /> : <SyncDisabledRounded />}
          onClick={() => setRunning(!isRunning)}
          sx={{ '&&': { backgroundColor: token('raised') } }}
        >
          {t('map.autoRefresh.label')}
          <Box component="span" sx={{ ml: '6px', color: token('textSoft'), fontWeight: 520 }}>
            {isRunning
              ? t('map.autoRefresh.live')
              : waiting > 0
                ? t('map.autoRefresh.waiting', { count: waiting })
                : t('map.autoRefresh.paused')}
          </Box>
        </Button>
      </Box>
      {isAside && popup && (
        <Box
          sx={{
            position: 'absolute',
            right: isNarrow ? 8 : 72,
            left: isNarrow ? 8 : undefined,
            bottom: isNarrow ? 8 : 84,
            zIndex: 5,
            '& section': { width: isNarrow ? '100%' : 360 },
          }}
        >
          {popup}
        </Box>
      )}
    </Box>
  )
}
