import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback, useMemo, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useWorkspace } from '../../app/client-context.tsx'
import { Anchor, oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { FleetNeeded } from '../../app/shell/FleetNeeded.tsx'
import { AlertBar } from '../../radar/AlertBar.tsx'
import { QuickTargets } from '../../radar/QuickTargets.tsx'
import { RadarFilters } from '../../radar/RadarFilters.tsx'
import { Nobody, RadarList } from '../../radar/RadarList.tsx'
import { RadarMap } from '../../radar/RadarMap.tsx'
import { RadarNotes } from '../../radar/RadarNotes.tsx'
import { reachBeside, skillsOf, writePoint } from '../../radar/radar.rules.ts'
import { TargetBar } from '../../radar/TargetBar.tsx'
import { useArrivalUpdates } from '../../radar/use-arrival-updates.ts'
import { useRings, useSettled } from '../../radar/use-radar.ts'
import { useRadarFilters } from '../../radar/use-radar-filters.ts'
import { useRadarKeys } from '../../radar/use-radar-keys.ts'
import { useRadarRows } from '../../radar/use-radar-rows.ts'
import { useRadarStops } from '../../radar/use-radar-stops.ts'
import { useRadarTarget } from '../../radar/use-radar-target.ts'
import { useSavedPoints } from '../../radar/use-saved-points.tsx'
import { useWidening } from '../../radar/use-widening.ts'
import { useText } from '../../ui/i18n.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { NoVehicles } from '../../vehicles/NoVehicles.tsx'
import { countStatuses } from '../../vehicles/vehicle-list.rules.ts'

/** Vehicles near a place and their arrivals: rings by road time, and a live list by arrival. */
export function RadarScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const { fleet } = useWorkspace()
  const fleetId = fleet?.id ?? null
  const [query, change] = useAddressState()
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  const at = useRadarTarget(fleetId)
  const stops = useRadarStops(fleetId)
  const { vehicles, hasFleet, vehicleId, centre, target, subject, name } = at
  const [chosen, setChosen] = useState<{ subject: string; id: string | null }>({ subject, id: null })
  const chosenId = chosen.subject === subject ? chosen.id : null
  const choose = (id: string | null) => setChosen({ subject, id })

  const filters = useRadarFilters()
  const { reach, maxMinutes, setReach } = filters
  const isTable = oneOf(query.show) === 'table'
  const saved = useSavedPoints(fleetId, at)

  const settled = useSettled(
    target,
    vehicleId === '' ? `at ${writePoint(target ?? { latitude: 0, longitude: 0 })}` : vehicleId,
  )
  const { candidates, others, arrivals, areFormer, rows, within, shown } = useRadarRows(
    at,
    settled,
    filters,
    chosenId,
  )
  const update = useArrivalUpdates(shown, areFormer)
  const counts = useMemo(() => countStatuses(candidates), [candidates])
  const skills = useMemo(() => skillsOf(candidates, language), [candidates, language])
  const rings = useRings(settled, reach)
  const isByRoad = rings.data !== undefined && !rings.data.isEstimate && oneOf(query.rings) !== 'distance'

  useWidening({ arrivals, hasNobodyWithin: within.length === 0 && rows.length > 0, subject, filters })

  const switchTable = useCallback(() => change({ show: isTable ? undefined : 'table' }), [isTable, change])
  useRadarKeys({
    at,
    reach,
    onReach: setReach,
    onTable: switchTable,
    onSave: saved.save,
    onPlace: (place) => {
      const row = shown[place]
      if (row) choose(row.vehicle.id)
    },
  })

  if (fleetId === null) {
    return (
      <Box sx={{ p: '20px' }}>
        <h1 style={visuallyHidden}>{title}</h1>
        <FleetNeeded none={t('map.list.noSelection')} />
      </Box>
    )
  }
  const list =
    target === null ? (
      // A vehicle without a position cannot be the centre.
      centre ? (
        <EmptyState title={t('map.popup.noFix')} />
      ) : (
        subject === '' && (
          <QuickTargets
            vehicles={vehicles}
            stops={stops ?? []}
            onVehicle={at.centreOn}
            onStop={(stop) => at.aim(stop, `${stop.serviceNumber} · ${stop.address}`)}
          />
        )
      )
    ) : !hasFleet || (arrivals.isLoading && rows.length === 0) ? (
      <ListSkeleton rows={5} />
    ) : vehicles.length === 0 ? (
      <NoVehicles />
    ) : candidates.length === 0 ? (
      <EmptyState
        title={t('radar.onlyOne')}
        action={
          <Button variant="outlined" component={Anchor} to={addresses.fleet()}>
            {t('map.list.openFleet')}
          </Button>
        }
      />
    ) : shown.length === 0 ? (
      <Nobody
        filteredOut={candidates.length - others.length}
        canLookFurther={(maxMinutes !== null || reach !== 'far') && others.length > 0}
        onFurther={() =>
          maxMinutes === null ? setReach(reachBeside(reach, 1)) : filters.setMaxMinutes(null)
        }
        onAllKinds={filters.showAllKinds}
      />
    ) : (
      <RadarList
        rows={shown}
        reach={reach}
        maxMinutes={maxMinutes}
        isTable={isTable}
        areFormer={areFormer}
        chosenId={chosenId}
        onChoose={choose}
        onCentre={at.centreOn}
      />
    )

  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        gridTemplateColumns: isNarrow
          ? 'minmax(0, 1fr)'
          : `minmax(0, 1fr) ${isTable ? 'clamp(520px, 50vw, 760px)' : '380px'}`,
        gridTemplateRows: isNarrow ? 'minmax(200px, 42%) minmax(0, 1fr)' : 'minmax(0, 1fr)',
        overflow: 'hidden',
        backgroundColor: token('sunken'),
      }}
    >
      <h1 style={visuallyHidden}>{title}</h1>
      <RadarMap
        at={at}
        settled={settled}
        others={others}
        saved={saved.points}
        rings={rings.data}
        areRingsOld={rings.isPlaceholderData || rings.isLoading}
        isByRoad={isByRoad}
        isNarrow={isNarrow}
        reach={reach}
        chosenId={chosenId}
        onChoose={choose}
        onRings={(next) => change({ rings: next === 'distance' ? 'distance' : undefined })}
        onReach={setReach}
      />
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          minWidth: 0,
          minHeight: 0,
          overflowY: isNarrow ? 'auto' : undefined,
          backgroundColor: token('surface'),
          borderLeft: isNarrow ? undefined : `1px solid ${token('line')}`,
          borderTop: isNarrow ? `1px solid ${token('line')}` : undefined,
        }}
      >
        <TargetBar
          vehicles={vehicles}
          stops={stops}
          name={name}
          subject={subject}
          canCollapse={isNarrow}
          actions={saved.buttons}
          onPoint={at.aim}
          onVehicle={at.centreOn}
          onLocate={() => void at.locate()}
          onClear={at.clear}
        />
        {saved.list}
        {target !== null && (
          <RadarFilters
            count={within.length}
            counts={counts}
            skills={skills}
            filters={filters}
            hasTimes={rows.some(({ seconds }) => seconds !== null)}
            isTable={isTable}
            onTable={switchTable}
          />
        )}
        <Box role="status" sx={visuallyHidden}>
          {update}
        </Box>
        {target !== null && <RadarNotes centre={centre} arrivals={arrivals} rings={rings} />}
        <Box
          sx={{
            flex: isNarrow ? 'none' : 1,
            minHeight: 0,
            overflow: isNarrow ? undefined : 'auto',
            borderTop: target === null ? undefined : `1px solid ${token('line')}`,
          }}
        >
          {list}
        </Box>
        {target !== null && name !== null && (
          <AlertBar target={target} label={name} fleetId={fleetId} vehicleId={vehicleId || null} />
        )}
      </Box>
      {saved.dialog}
    </Box>
  )
}
