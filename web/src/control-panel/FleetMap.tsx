import Box from '@mui/material/Box'
import { useEffect, useMemo, useRef, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useFleetsWithout } from '../app/client-context.tsx'
import { Anchor } from '../app/navigation/address.tsx'
import { useHasLiveFleet, useLive } from '../live/use-live.ts'
import { createMapFeed } from '../live-map/map-feed.ts'
import { located } from '../live-map/use-fleet-view.ts'
import { LiveMap } from '../map/LiveMap.tsx'
import { isLongPast, type MapHandle } from '../map/map-model.ts'
import { Card } from '../ui/Card.tsx'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'

const leastPixels = 240

/** Where the fleet (or all fleets of a company) is now, from the page's live stream; a click opens the map. Needs WebGL. */
export function FleetMap({ shownId }: { shownId: string }) {
  const { t } = useText()
  const { store } = useLive()
  const without = useFleetsWithout('map')
  const feed = useMemo(() => createMapFeed(store, shownId, without), [store, shownId, without])
  const map = useRef<MapHandle>(null)
  const [isReady, setReady] = useState(false)
  const isKnown = useHasLiveFleet(shownId)
  useEffect(() => {
    if (!isReady || !isKnown) return
    const vehicles = store.vehiclesOf(shownId).filter(({ fleetId }) => !without.has(fleetId))
    const present = located(vehicles.filter((vehicle) => !isLongPast(vehicle, nowMs())))
    map.current?.fit(present.length > 0 ? present : located(vehicles), { isInstant: true })
  }, [isReady, isKnown, store, shownId, without])
  return (
    <Card label={t('panel.map.title')} isFlush>
      <Box sx={{ position: 'relative', height: '100%', minHeight: leastPixels }}>
        <Box inert sx={{ position: 'absolute', inset: 0 }}>
          <LiveMap
            ref={map}
            label={t('panel.map.title')}
            view={null}
            feed={feed}
            onReady={() => setReady(true)}
          />
        </Box>
        <Anchor
          to={addresses.map()}
          aria-label={t('panel.map.open')}
          title={t('panel.map.open')}
          style={{ position: 'absolute', inset: 0, borderRadius: 'inherit', zIndex: 3 }}
        />
      </Box>
    </Card>
  )
}
