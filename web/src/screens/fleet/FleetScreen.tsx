import AddRounded from '@mui/icons-material/AddRounded'
import Button from '@mui/material/Button'
import { listVehicles, type Vehicle, vehicleSorts, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { exportVehicles } from '@rumbo/contract/vehicles.files.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useCan, useErrorMessage, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { listOf, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { type FleetAsk, FleetDialogs } from '../../vehicle-record/FleetDialogs.tsx'
import { soonDays } from '../../vehicles/due.rules.ts'
import { FleetToolbar } from '../../vehicles/list/FleetToolbar.tsx'
import { useHasOwnChange } from '../../vehicles/list/use-own-change.ts'
import { useVehicleMenu } from '../../vehicles/list/use-vehicle-menu.tsx'
import { useVehicleColumns } from '../../vehicles/list/vehicle-columns.tsx'
import { NoVehicles } from '../../vehicles/NoVehicles.tsx'
import { useHeld } from '../../vehicles/use-held.ts'
import { readStatuses } from '../../vehicles/vehicle-list.rules.ts'
import { TableFileActions } from '../../work/TableFileActions.tsx'

/** The vehicles of the active fleet, or of all fleets. Status, speed and age are live; the address holds search, filters and page. */
export function FleetScreen({ title }: { title: string }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const { company, fleet } = useWorkspace()
  const fleets = useFleetSelection()
  const list = useListAddress({ sorts: vehicleSorts, sort: 'vehicleNumber', order: 'asc' })
  const { query, change, view, search } = list
  const [asked, setAsked] = useState<FleetAsk | null>(null)
  const [isRunning, setRunning] = useState(true)
  /** By id, so that a row that left the page keeps its number. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, Vehicle>>(new Map())

  const statuses = readStatuses(listOf(query.status))
  const type = vehicleTypes.find((value) => value === oneOf(query.type)) ?? ''
  const isExpiring = oneOf(query.expires) !== ''
  const filter = {
    search,
    ...fleets?.query,
    status: statuses.length > 0 ? statuses : undefined,
    type: type === '' ? undefined : [type],
    expiresWithinDays: isExpiring ? soonDays : undefined,
  }
  const page = { ...filter, ...view }
  const answer = useEndpoint(
    listVehicles,
    { query: page },
    { enabled: fleets !== null, placeholderData: keepPreviousData },
  )
  const isAnswerOfFilter = !answer.isPlaceholderData
  /** The user's own changes show also while auto-refresh is off. */
  const hasOwnChange = useHasOwnChange(answer.dataUpdatedAt)
  const data = useHeld(
    answer.data,
    isRunning ||
      hasOwnChange ||
      // Rows update one after the other without a message here.
      asked?.what === 'import' ||
      !isAnswerOfFilter ||
      answer.data === undefined,
    `${JSON.stringify(page)} ${isAnswerOfFilter && answer.data !== undefined}`,
  )
  const isFiltered = search !== '' || statuses.length > 0 || type !== '' || isExpiring

  const commandsOf = oneOf(query.commands)
  const closeCommands = useCallback(() => change({ commands: undefined }), [change])

  const clear = () => list.clear('status', 'type', 'expires')
  const openId = oneOf(query.vehicle)
  const open = ({ id }: Vehicle) => change({ vehicle: id }, { push: true })
  const itemsOf = useVehicleMenu({
    onAsk: (what, vehicle) => (what === 'view' ? open(vehicle) : setAsked({ what, vehicle })),
    onCommands: ({ id }) => change({ commands: id }, { push: true }),
  })

  const exportFile = useChange(exportVehicles)
  const columns = useVehicleColumns({
    isRunning,
    timeZone: company?.timeZone ?? 'UTC',
    isExpiring,
  })
  const mayEdit = can('vehicles.edit')
  const isAddAsked = oneOf(query.add) !== ''
  useEffect(() => {
    if (!isAddAsked) return
    if (mayEdit) setAsked({ what: 'add' })
    change({ add: undefined })
  }, [isAddAsked, mayEdit, change])
  const connectId = oneOf(query.connect)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fleet has other vehicles
  useEffect(() => setChosen(new Map()), [fleets?.id])
  const choose = (ids: ReadonlySet<string>) => {
    const known = [...chosen.values(), ...(data?.items ?? [])]
    setChosen(new Map(known.flatMap((vehicle) => (ids.has(vehicle.id) ? [[vehicle.id, vehicle]] : []))))
  }
  const closeConnect = useCallback(() => change({ connect: undefined }), [change])
  const addButton = mayEdit && (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAsked({ what: 'add' })}>
      {t('vehicles.action.add')}
    </Button>
  )

  if (fleets === null || company === null) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('map.list.noSelection')} />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={title}
        detail={fleets.name}
        actions={
          <>
            <TableFileActions
              importLabel={t('vehicleForm.import.button')}
              onImport={mayEdit ? () => setAsked({ what: 'import' }) : null}
              exportTitle={t('vehicleForm.export.title')}
              onExport={(format) => exportFile.mutateAsync({ body: { ...filter, format, language } })}
            />
            {addButton}
          </>
        }
      />
      <Card isFlush>
        <FleetToolbar
          list={list}
          filters={{ statuses, type, isExpiring }}
          isRunning={isRunning}
          onRunning={setRunning}
        />
        <SelectionBar
          words={chosen.size === 0 ? null : t('vehicleForm.list.selected', { count: chosen.size })}
          clearLabel={t('vehicleForm.list.selectNone')}
          onClear={() => setChosen(new Map())}
        >
          <Button size="small" variant="outlined" onClick={() => setAsked({ what: 'bulk' })}>
            {t('vehicleForm.bulk.change')}
          </Button>
        </SelectionBar>
        <DataTable
          label={t('vehicles.list.label')}
          columns={columns}
          rows={data?.items}
          total={data?.total ?? 0}
          rowId={({ id }) => id}
          rowName={({ vehicleNumber }) => vehicleNumber}
          view={view}
          onView={list.show}
          isLoading={answer.isFetching && !isAnswerOfFilter}
          error={answer.isError ? message(answer.error, t('vehicles.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
          selection={mayEdit ? { ids: new Set(chosen.keys()), onChange: choose } : undefined}
          onOpen={open}
          rowActions={(vehicle) => <RowMenu name={vehicle.vehicleNumber} items={itemsOf(vehicle)} />}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('vehicles.list.noMatch')}
                action={
                  <Button variant="outlined" onClick={clear}>
                    {t('services.filter.clear')}
                  </Button>
                }
              />
            ) : (
              <NoVehicles />
            )
          }
        />
      </Card>
      <FleetDialogs
        asked={asked}
        onAsk={setAsked}
        company={company}
        fleet={fleet}
        chosen={[...chosen.values()]}
        onRefused={(refusedIds) => choose(new Set(refusedIds))}
        openId={openId}
        known={data?.items.find(({ id }) => id === openId)}
        menuOf={(vehicle) => itemsOf(vehicle).slice(1)}
        onCardClose={() => change({ vehicle: undefined })}
        commandsOf={commandsOf}
        onCommandsClose={closeCommands}
        connectId={mayEdit ? connectId : ''}
        onConnectClose={closeConnect}
      />
    </>
  )
}
