import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useCan, useFeatures, useWorkspace } from '../../app/client-context.tsx'
import { listOf, oneOf, useAddressSearch, useAddressState } from '../../app/navigation/address.tsx'
import { useScreenKeys } from '../../app/navigation/screen-keys.ts'
import type { LayerContents } from '../../live-map/LayerData.tsx'
import { readLayers } from '../../live-map/layers.ts'
import { MapFilters } from '../../live-map/MapFilters.tsx'
import { MapFrame } from '../../live-map/MapFrame.tsx'
import { MapTools } from '../../live-map/MapTools.tsx'
import { closeZoom, located, useFleetView } from '../../live-map/use-fleet-view.ts'
import { readType, useMapVehicles } from '../../live-map/use-map-vehicles.ts'
import type { Spot } from '../../live-map/VehicleChoice.tsx'
import { VehiclePanel } from '../../live-map/VehiclePanel.tsx'
import { LiveMap } from '../../map/LiveMap.tsx'
import { type MapHandle, type Points, readView, writeView } from '../../map/map-model.ts'
import { hasWebGl } from '../../map/webgl.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { fullFrame, useFullFrame, useFullscreen } from '../../ui/use-fullscreen.ts'
import { useHeight } from '../../ui/use-height.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

const askedFor = () => import('../../live-map/on-demand.ts')
const MapCard = lazy(() => askedFor().then((file) => ({ default: file.MapCard })))
const VehicleChoice = lazy(() => askedFor().then((file) => ({ default: file.VehicleChoice })))
const LayerData = lazy(() =>
  import('../../live-map/LayerData.tsx').then((file) => ({ default: file.LayerData })),
)

/** What list, tools and chips cover of the map; on a phone the chips are one line, and what lies below is measured. */
const panelPixels = 332
const toolsPixels = 52
const chipsPixels = { wide: 84, narrow: 48 }

/** What of the address says nothing in another fleet. */
const ofFleet = { fleet: undefined, unit: undefined, service: undefined, view: undefined }
const noContents: LayerContents = { service: undefined, drawn: {} }

/** The fleet on the map, and its twin in a list. The address holds selection, filters, order, layers and view. */
export function MapScreen({ title }: { title: string }) {
  const { t } = useText()
  const { fleet } = useWorkspace()
  const fleetId = fleet?.id ?? null
  const [query, change] = useAddressState()
  // The first one, which knows the map's address: the next screen's is told before this one is gone.
  const changeNow = useRef(change)
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  const [canDraw] = useState(hasWebGl)
  const [isFolded, setFolded] = useState(isNarrow && canDraw)
  const [isRunning, setRunning] = useState(true)
  const [isFollowing, setFollowing] = useState(false)
  const [isMapReady, setMapReady] = useState(false)
  const [search, setSearch] = useAddressSearch()
  const full = useFullscreen()
  useFullFrame(full.isFull)
  const map = useRef<MapHandle>(null)
  const screen = useRef<HTMLDivElement>(null)
  /** What had the focus when the list opened a card. */
  const openedFrom = useRef<HTMLElement | null>(null)
  const [among, setAmong] = useState<Spot | null>(null)
  const [bottom, bottomHeight] = useHeight()

  const chosenId = oneOf(query.unit) || null
  const serviceId = oneOf(query.service) || null
  const order = oneOf(query.sort) === 'number' ? 'number' : 'status'
  const type = readType(oneOf(query.type))
  const can = useCan()
  const maySeeServices = useFeatures().includes('services') && can('services.read')
  const layers = readLayers(listOf(query.layer)).filter((layer) => layer !== 'services' || maySeeServices)
  const fleetNow = useMapVehicles({
    ...{ fleetId, type, search, order, chosenId, isRunning },
    statusKey: listOf(query.status).join(' '),
  })
  const { vehicles, shown, chosen, statuses } = fleetNow
  const [contents, setContents] = useState(noContents)
  const [firstView] = useState(() => readView(oneOf(query.view)))
  /** A link leads to a service and says nothing else of the view. */
  const [isAwaited, setAwaited] = useState(
    firstView === null && serviceId !== null && layers.includes('services'),
  )

  const choose = useCallback((unit?: string | null, service?: string) => {
    setFollowing(false)
    openedFrom.current = null
    changeNow.current({ unit: unit ?? undefined, service })
  }, [])
  const close = () => {
    const back = openedFrom.current
    choose()
    if (back?.isConnected) back.focus()
    else screen.current?.focus()
  }
  const chooseOnMap = (unit: string | null, service?: string) => {
    choose(unit, service)
    if (isNarrow) setFolded(true)
  }
  /** From a list to what it opens: there on the map, and the keyboard with it. */
  const lead = (point: Points[number] | undefined) => {
    openedFrom.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (point !== undefined) map.current?.goTo(point, Math.max(map.current.view().zoom, closeZoom))
  }
  const chooseFromList = (vehicleId: string) => {
    if (vehicleId === chosenId) return choose()
    chooseOnMap(vehicleId)
    lead(located(vehicles.filter(({ id }) => id === vehicleId))[0])
  }
  const covered = useMemo(
    () => ({
      leftPixels: isNarrow || isFolded ? 0 : panelPixels,
      rightPixels: isNarrow ? 0 : toolsPixels,
      topPixels: isNarrow ? chipsPixels.narrow : chipsPixels.wide,
      bottomPixels: isNarrow ? bottomHeight + 8 : 0,
    }),
    [isNarrow, isFolded, bottomHeight],
  )
  const fitAll = () => map.current?.fit(located(shown))

  const isOnItsWay = useFleetView({
    ...{ map, isMapReady, fleetId, shown, chosen },
    ...{ hasView: firstView !== null, isAwaited },
    linkedFleetId: oneOf(query.fleet),
    onOtherFleet: () => {
      setFollowing(false)
      setAwaited(false)
      changeNow.current(ofFleet)
    },
  })
  const hasLayers = layers.length > 0 && !isOnItsWay
  const { service, drawn } = hasLayers ? contents : noContents

  useScreenKeys([
    { keys: ['a'], label: t('map.control.recenter'), act: fitAll },
    { keys: ['l'], label: t('mapScreen.key.list'), act: () => setFolded(!isFolded) },
    { keys: ['f'], label: t('map.control.fullscreen'), act: full.toggle },
    {
      keys: chosen === undefined ? [] : ['s'],
      label: t('mapScreen.key.follow'),
      act: () => setFollowing(!isFollowing),
    },
    { keys: ['Esc'], label: t('mapScreen.key.close') },
  ])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || (chosenId ?? serviceId) === null) return
    close()
  }
  const addressNow = () => {
    const view = map.current?.view()
    const seen = { fleet: fleetId ?? '', ...(view !== undefined && isMapReady && { view: writeView(view) }) }
    change(seen)
    // The browser's own address follows a moment later.
    const address = new URL(location.href)
    for (const [name, value] of Object.entries(seen)) address.searchParams.set(name, value)
    return address.href
  }

  /** Where there is no mark to stand beside, the card has a place of its own. */
  const isAside = isNarrow || !canDraw || (!service && chosen?.latitude === null)
  const popup = (service || chosen) && (
    <Suspense>
      <MapCard
        vehicle={chosen}
        service={service}
        isFollowing={isFollowing}
        onFollow={canDraw ? setFollowing : undefined}
        takesFocus={openedFrom.current !== null}
        onClose={close}
      />
    </Suspense>
  )

  if (fleetId === null) {
    return (
      <Box sx={{ p: '20px' }}>
        <h1 style={visuallyHidden}>{title}</h1>
        <EmptyState title={t('map.list.noSelection')} />
      </Box>
    )
  }
  const panel = (
    <VehiclePanel
      vehicles={shown}
      total={vehicles.length}
      isLoading={!fleetNow.isLoaded}
      autoShown={fleetNow.autoShown}
      alarmed={fleetNow.alarmed}
      search={search}
      onSearch={setSearch}
      order={order}
      onOrder={(next) => change({ sort: next === 'number' ? 'number' : undefined })}
      isTyped={type !== ''}
      onClearFilters={() => {
        setSearch('')
        change({ status: undefined, type: undefined })
      }}
      chosenId={chosenId}
      onChoose={chooseFromList}
      isFolded={isFolded}
      onFold={setFolded}
      isBelow={isNarrow}
    />
  )
  const filters = (
    <MapFilters
      counts={fleetNow.counts}
      selected={statuses}
      onChange={(next) => change({ status: next })}
      type={type}
      onType={(next) => change({ type: next === '' ? undefined : next })}
      isNarrow={isNarrow}
    />
  )
  return (
    <Box
      ref={screen}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      sx={{
        position: 'absolute',
        inset: 0,
        ...(full.isFull && fullFrame),
        overflow: 'hidden',
        outline: 'none',
        backgroundColor: token('sunken'),
      }}
    >
      <h1 style={visuallyHidden}>{title}</h1>
      <Box component="section" aria-label={t('map.label')} sx={{ position: 'absolute', inset: 0 }}>
        <LiveMap
          ref={map}
          label={t('map.label')}
          view={firstView}
          feed={fleetNow.feed}
          chosenId={chosenId}
          isFollowing={isFollowing}
          {...drawn}
          onChoose={chooseOnMap}
          onChooseAmong={(ids, at, pinIds) => setAmong({ ids, at, pinIds })}
          onView={(view) => changeNow.current({ view: writeView(view) })}
          onDrag={() => setFollowing(false)}
          onReady={() => setMapReady(true)}
          popup={isAside ? undefined : popup}
          covered={covered}
        />
        {among && (
          <Suspense>
            <VehicleChoice
              vehicles={vehicles}
              pins={drawn.pins}
              {...among}
              onChoose={chooseOnMap}
              onClose={() => setAmong(null)}
            />
          </Suspense>
        )}
        {hasLayers && (
          <Suspense>
            <LayerData
              map={map}
              canDraw={canDraw}
              fleetId={fleetId}
              chosen={chosen}
              layers={layers}
              onContents={setContents}
              serviceId={serviceId}
              isAwaited={isAwaited}
              onMissing={() => setAwaited(false)}
              isFollowing={isFollowing}
              onService={(id, at) => {
                chooseOnMap(null, id)
                if (at) lead(at)
              }}
              isNarrow={isNarrow}
              topPixels={covered.topPixels}
            />
          </Suspense>
        )}
      </Box>
      <MapFrame
        filters={filters}
        list={panel}
        card={isAside && popup}
        isNarrow={isNarrow}
        isFolded={isFolded}
        bottomRef={bottom}
      />
      {(isFolded || !isNarrow) && (
        <MapTools
          map={map}
          hasMap={canDraw}
          closeZoom={closeZoom}
          onFitAll={fitAll}
          layers={layers}
          onLayers={(next) => change({ layer: next })}
          offeredLayers={maySeeServices ? ['services', 'trail'] : ['trail']}
          hasChosen={chosen !== undefined}
          addressNow={addressNow}
          isRunning={isRunning}
          onRunning={setRunning}
          waiting={fleetNow.waiting}
          bottomPixels={covered.bottomPixels}
        />
      )}
    </Box>
  )
}
