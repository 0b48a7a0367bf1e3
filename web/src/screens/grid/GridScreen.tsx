import Box from '@mui/material/Box'
import { type KeyboardEvent, useState } from 'react'
import { useFleetSelection } from '../../app/client-context.tsx'
import { GridBar } from '../../grid/GridBar.tsx'
import { wallScale } from '../../grid/grid.rules.ts'
import { NothingShown } from '../../grid/NothingShown.tsx'
import { PeekCard } from '../../grid/PeekCard.tsx'
import { useGrid } from '../../grid/use-grid.ts'
import { useGridFile } from '../../grid/use-grid-file.ts'
import { useGridKeys } from '../../grid/use-grid-keys.ts'
import { usePeek } from '../../grid/use-peek.ts'
import { useWall } from '../../grid/use-wall.ts'
import { VehicleGrid } from '../../grid/VehicleGrid.tsx'
import { VehicleTable } from '../../grid/VehicleTable.tsx'
import { WallHead } from '../../grid/WallHead.tsx'
import { ZoneQueues } from '../../grid/ZoneQueues.tsx'
import { fullFrame, useFullFrame, useFullscreen } from '../../ui/hooks/use-fullscreen.ts'
import { useText } from '../../ui/i18n.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { AutoShown } from '../../vehicles/AutoShown.tsx'
import { NoVehicles } from '../../vehicles/NoVehicles.tsx'

/** The whole fleet at a glance: dense tiles, a table, or a wall display. */
export function GridScreen({ title }: { title: string }) {
  const { t } = useText()
  const fleets = useFleetSelection()
  const grid = useGrid(fleets?.id ?? null)
  const { vehicles, shown, density } = grid
  const { peek, point, leave, stay, press, close } = usePeek()
  const { isFull } = useFullscreen()
  const wall = useWall()
  useFullFrame(wall.isWall || isFull)
  const [wallPage, setWallPage] = useState({ page: 1, pages: 1 })
  const switchWall = () => {
    if (wall.isWall) {
      wall.end()
      return
    }
    close()
    // A paused wall would show old positions as current ones.
    grid.setRunning(true)
    wall.begin()
  }
  const openUnit = useGridKeys(grid, switchWall)
  const peeked = peek === null ? undefined : vehicles.find(({ id }) => id === peek.vehicleId)
  const { copy, save } = useGridFile(title, fleets?.name)

  if (fleets === null) {
    return (
      <Box sx={{ p: '20px' }}>
        <h1 style={visuallyHidden}>{title}</h1>
        <EmptyState title={t('map.list.noSelection')} />
      </Box>
    )
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && peek !== null) close()
  }
  return (
    <Box
      component="section"
      aria-label={title}
      onKeyDown={closeOnEscape}
      sx={{
        position: 'absolute',
        inset: 0,
        ...((wall.isWall || isFull) && fullFrame),
        display: 'flex',
        flexDirection: 'column',
        gap: '10px',
        p: { xs: '10px', sm: '12px 16px' },
        backgroundColor: token('background'),
        overflow: 'hidden',
      }}
    >
      <h1 style={visuallyHidden}>{title}</h1>
      {wall.isWall ? (
        <WallHead fleetName={fleets.name} grid={grid} page={wallPage} onEnd={wall.end} />
      ) : (
        <GridBar
          grid={grid}
          onCopy={() => void copy(shown)}
          onSave={(format) => void save(shown, format)}
          onWall={switchWall}
        />
      )}
      <Box role="status" sx={{ zoom: wall.isWall ? wallScale : undefined }}>
        <AutoShown ids={grid.autoShown} alarmed={grid.alarmed} />
      </Box>
      {!grid.hasFleet ? (
        <CardsSkeleton cards={24} />
      ) : vehicles.length === 0 ? (
        <NoVehicles />
      ) : shown.length === 0 ? (
        <NothingShown grid={grid} />
      ) : grid.view === 'table' && !wall.isWall ? (
        <VehicleTable
          key={density}
          vehicles={shown}
          density={density}
          label={t('grid.label')}
          onPress={press}
          onKey={openUnit}
        />
      ) : grid.view === 'zones' && !wall.isWall ? (
        <ZoneQueues fleetId={fleets.id} vehicles={shown} onPress={press} />
      ) : (
        <Box
          sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
          style={{ transform: wall.shift }}
        >
          <VehicleGrid
            key={`${density} ${wall.isWall}`}
            vehicles={shown}
            density={density}
            label={t('grid.label')}
            openId={peek?.vehicleId ?? null}
            isWall={wall.isWall}
            onWallPage={setWallPage}
            onPress={press}
            onPoint={point}
            onLeave={leave}
            onFocusTile={point}
            onKey={openUnit}
          />
        </Box>
      )}
      {peek !== null && peeked !== undefined && !wall.isWall && (
        <PeekCard
          vehicle={peeked}
          anchor={peek.anchor}
          isPinned={peek.isPinned}
          onClose={close}
          onEnter={stay}
          onLeave={leave}
        />
      )}
    </Box>
  )
}
