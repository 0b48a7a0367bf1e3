import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useRef, useState } from 'react'
import { useFleetSelection, useFleetsWithout } from '../../app/client-context.tsx'
import { useAddressSearch } from '../../app/navigation/address.tsx'
import { useScreenKeys } from '../../app/navigation/screen-keys.ts'
import type { LayerContents } from '../../live-map/LayerData.tsx'
import { LayerData, MapCard, VehicleChoice } from '../../live-map/lazy-parts.tsx'
import { MapFilters } from '../../live-map/MapFilters.tsx'
import { MapFrame } from '../../live-map/MapFrame.tsx'
import { MapTools } from '../../live-map/MapTools.tsx'
import { closeZoom, located, useFleetView } from '../../live-map/use-fleet-view.ts'
import { useMapAddress } from '../../live-map/use-map-address.ts'
import { useMapChoice } from '../../live-map/use-map-choice.ts'
import { useMapCover } from '../../live-map/use-map-cover.ts'
import { useMapVehicles } from '../../live-map/use-map-vehicles.ts'
import type { Spot } from '../../live-map/VehicleChoice.tsx'
import { VehiclePanel } from '../../live-map/VehiclePanel.tsx'
import { LiveMap } from '../../map/LiveMap.tsx'
import { type MapHandle, writeView } from '../../map/map-model.ts'
import { hasWebGl } from '../../map/webgl.ts'
import { fullFrame, useFullFrame, useFullscreen } from '../../ui/hooks/use-fullscreen.ts'
import { useHeight } from '../../ui/hooks/use-height.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

/** Parts of the address that do not apply to another fleet. */
const ofFleet = { fleet: undefined, unit: undefined, service: undefined, view: undefined }
const noContents: LayerContents = { service: undefined, drawn: {} }

/** The fleet, or all fleets, on the map and in a list. The address holds selection, filters, order, layers and view. */
export function MapScreen({ title }: { title: string }) {
  const { t } = useText()
  const selection = useFleetSelection()
  const shownId = selection?.id ?? null
  const at = useMapAddress()
  const { change, changeNow, chosenId, serviceId, order, type, firstView, layers } = at
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
  const [among, setAmong] = useState<Spot | null>(null)
  const [bottom, bottomHeight] = useHeight()

  const fleetNow = useMapVehicles({
    shownId,
    type,
    search,
    order,
    chosenId,
    without: useFleetsWithout('map'),
    isRunning,
    statusKey: at.statusKey,
  })
  const { vehicles, shown, chosen } = fleetNow
  const [contents, setContents] = useState(noContents)
  /** A link names a service but no view. */
  const [isAwaited, setAwaited] = useState(
    firstView === null && serviceId !== null && layers.includes('services'),
  )

  const stopFollowing = useCallback(() => setFollowing(false), [])
  const { chooseOnMap, chooseFromList, lead, close, closeOnEscape, isFromList } = useMapChoice({
    map,
    screen,
    change: changeNow,
    vehicles,
    chosenId,
    serviceId,
    onChoice: stopFollowing,
    onMapChoice: () => isNarrow && setFolded(true),
  })
  const covered = useMapCover(isNarrow, isFolded, bottomHeight)
  const fitAll = () => map.current?.fit(located(shown))

  const isOnItsWay = useFleetView({
    map,
    isMapReady,
    shownId,
    shown,
    chosen,
    hasView: firstView !== null,
    isAwaited,
    linkedFleetId: at.linkedFleetId,
    onOtherFleet: () => {
      setFollowing(false)
      setAwaited(false)
      changeNow(ofFleet)
    },
  })
  const hasLayers = layers.length > 0 && !isOnItsWay
  const { service, drawn } = hasLayers ? contents : noContents

  useScreenKeys([
    { keys: ['a'], label: t('map.control.recenter'), act: fitAll },
    { keys: ['l'], label: t('liveMap.key.list'), act: () => setFolded(!isFolded) },
    { keys: ['f'], label: t('map.control.fullscreen'), act: full.toggle },
    {
      keys: chosen === undefined ? [] : ['s'],
      label: t('liveMap.key.follow'),
      act: () => setFollowing(!isFollowing),
    },
    { keys: ['Esc'], label: t('liveMap.key.close') },
  ])
  /** Without a mark to place it beside, the card has a fixed position. */
  const isAside = isNarrow || !canDraw || (!service && chosen?.latitude === null)
  const popup = (service || chosen) && (
    <MapCard
      vehicle={chosen}
      service={service}
      isFollowing={isFollowing}
      onFollow={canDraw ? setFollowing : undefined}
      takesFocus={isFromList}
      onClose={close}
    />
  )

  if (selection === null) {
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
      <Box sx={{ position: 'absolute', inset: 0 }}>
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
          onView={(view) => changeNow({ view: writeView(view) })}
          onDrag={stopFollowing}
          onReady={() => setMapReady(true)}
          popup={isAside ? undefined : popup}
          covered={covered}
        />
        {among && (
          <VehicleChoice
            vehicles={vehicles}
            pins={drawn.pins}
            {...among}
            onChoose={chooseOnMap}
            onClose={() => setAmong(null)}
          />
        )}
        {hasLayers && (
          <LayerData
            map={map}
            canDraw={canDraw}
            fleets={selection}
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
        )}
      </Box>
      <MapFrame
        filters={<MapFilters fleet={fleetNow} at={at} isNarrow={isNarrow} />}
        list={
          <VehiclePanel
            fleet={fleetNow}
            at={at}
            search={search}
            onSearch={setSearch}
            onChoose={chooseFromList}
            isFolded={isFolded}
            onFold={setFolded}
            isBelow={isNarrow}
          />
        }
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
          offeredLayers={at.offeredLayers}
          hasChosen={chosen !== undefined}
          addressNow={() => at.addressOf(selection, isMapReady ? map.current?.view() : undefined)}
          isRunning={isRunning}
          onRunning={setRunning}
          waiting={fleetNow.waiting}
          bottomPixels={covered.bottomPixels}
        />
      )}
    </Box>
  )
}
