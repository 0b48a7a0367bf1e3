import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { deleteVehicle, listVehicles, type Vehicle, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { listOf, oneOf } from '../../app/address.tsx'
import { useCan, useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useListAddress } from '../../app/list-address.ts'
import { useChange, useEndpoint } from '../../app/use-data.ts'
import { Card } from '../../ui/Card.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ListToolbar } from '../../ui/ListToolbar.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table-model.ts'
import { RowMenu } from '../../ui/table-parts.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { VehicleMark } from '../../ui/VehicleMark.tsx'
import { LiveAge, LiveSpeed, LiveStatusChip } from '../../vehicles/live-cells.tsx'
import { useHeld } from '../../vehicles/use-held.ts'
import { displayOrder, readStatuses } from '../../vehicles/vehicle-list.rules.ts'
import { useVehicleMenu, type VehicleAsk } from './use-vehicle-menu.tsx'

const FleetVehicleDialog = lazy(() =>
  import('./FleetVehicleDialog.tsx').then((file) => ({ default: file.FleetVehicleDialog })),
)
const FleetCommands = lazy(() =>
  import('./FleetCommands.tsx').then((file) => ({ default: file.FleetCommands })),
)
const DeviceDialog = lazy(() =>
  import('../../telemetry/DeviceDialog.tsx').then((file) => ({ default: file.DeviceDialog })),
)

const sorts = ['vehicleNumber', 'plateNumber', 'status', 'type', 'lastUpdate'] as const

type Asked = { what: VehicleAsk; vehicle: Vehicle } | { what: 'add' }

/** The vehicles of the active fleet. Status, speed and age are live; the address holds search, filters and page. */
export function FleetScreen({ title }: { title: string }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const { fleet } = useWorkspace()
  const list = useListAddress({ sorts, sort: 'vehicleNumber', order: 'asc' })
  const { query, change, view, search } = list
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isRunning, setRunning] = useState(true)

  const statuses = readStatuses(listOf(query.status))
  const type = vehicleTypes.find((value) => value === oneOf(query.type)) ?? ''
  const filter = {
    ...view,
    search,
    fleetId: fleet?.id,
    ...(statuses.length > 0 && { status: statuses }),
    ...(type !== '' && { type: [type] }),
  }
  const answer = useEndpoint(
    listVehicles,
    { query: filter },
    { enabled: fleet !== null, placeholderData: keepPreviousData },
  )
  const isAnswerOfFilter = !answer.isPlaceholderData
  const data = useHeld(
    answer.data,
    isRunning || !isAnswerOfFilter || answer.data === undefined,
    `${JSON.stringify(filter)} ${isAnswerOfFilter && answer.data !== undefined}`,
  )
  const isFiltered = search !== '' || statuses.length > 0 || type !== ''

  const remove = useChange(deleteVehicle, {
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('vehicles.error.delete')) }),
  })

  const commandsOf = oneOf(query.commands)
  const closeCommands = useCallback(() => change({ commands: undefined }), [change])

  const clear = () => list.clear('status', 'type')
  const itemsOf = useVehicleMenu({
    onAsk: (what, vehicle) => setAsked({ what, vehicle }),
    onCommands: ({ id }) => change({ commands: id }, { push: true }),
  })

  const columns: TableColumn<Vehicle>[] = [
    {
      key: 'vehicleNumber',
      header: t('vehicles.one'),
      isSortable: true,
      render: ({ vehicleNumber }) => vehicleNumber,
    },
    {
      key: 'plateNumber',
      header: t('vehicles.field.plateNumber'),
      isSortable: true,
      render: ({ plateNumber }) => plateNumber,
    },
    {
      key: 'model',
      header: t('vehicles.list.model'),
      canWrap: true,
      render: ({ make, model, year }) => `${make} ${model} ${year}`,
    },
    {
      key: 'type',
      header: t('vehicles.field.type'),
      isSortable: true,
      render: (vehicle) => t(`vehicles.type.${vehicle.type}`),
    },
    {
      key: 'status',
      header: t('vehicles.field.status'),
      isSortable: true,
      render: (vehicle) => <LiveStatusChip vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'speed',
      header: t('vehicles.field.speed'),
      align: 'right',
      render: (vehicle) => <LiveSpeed vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'lastUpdate',
      header: t('vehicles.field.lastUpdate'),
      isSortable: true,
      render: (vehicle) => <LiveAge vehicle={vehicle} isRunning={isRunning} />,
    },
  ]
  const addButton = can('vehicles.edit') && (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAsked({ what: 'add' })}>
      {t('vehicles.action.add')}
    </Button>
  )

  if (fleet === null) {
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
      <PageHeader title={title} detail={fleet.name} actions={addButton || undefined} />
      <Card isFlush>
        <ListToolbar typed={list.typed} onType={list.type} searchLabel={t('vehicles.list.searchHere')}>
          <Box sx={{ width: 180 }}>
            <ChoiceField
              size="small"
              label={t('vehicles.field.type')}
              value={type === '' ? 'all' : type}
              choices={[
                { value: 'all' as const, label: t('vehicles.list.allTypes') },
                ...vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) })),
              ]}
              onChange={(value) => change({ type: value === 'all' ? undefined : value, page: undefined })}
            />
          </Box>
          <FormControlLabel
            control={<Switch checked={isRunning} onChange={(_, isOn) => setRunning(isOn)} />}
            label={t('vehicles.list.autoRefresh')}
            sx={{ ml: { sm: 'auto' }, mr: 0 }}
          />
          <Box sx={{ flexBasis: '100%' }}>
            <FilterChips
              label={t('map.filter.statuses')}
              chips={displayOrder.map((status) => ({
                value: status,
                label: t(`vehicles.status.${status}`),
                icon: <VehicleMark status={status} size={18} />,
              }))}
              selected={statuses}
              onChange={(next) => change({ status: next, page: undefined })}
              clearLabel={t('services.filter.clear')}
            />
          </Box>
        </ListToolbar>
        <DataTable
          label={t('vehicles.list.label')}
          columns={columns}
          rows={data?.items}
          total={data?.total ?? 0}
          rowId={({ id }) => id}
          rowName={({ vehicleNumber }) => vehicleNumber}
          view={view}
          onView={({ page, size, sort, order }) =>
            change({ page: page === 1 ? undefined : page, size: size === 25 ? undefined : size, sort, order })
          }
          isLoading={answer.isFetching && !isAnswerOfFilter}
          error={answer.isError ? message(answer.error, t('vehicles.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
          onOpen={(vehicle) => setAsked({ what: 'view', vehicle })}
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
              <EmptyState title={t('vehicles.list.empty')} action={addButton || undefined} />
            )
          }
        />
      </Card>
      {asked !== null && asked.what !== 'delete' && asked.what !== 'connect' && (
        <Suspense>
          <FleetVehicleDialog
            fleetId={fleet.id}
            vehicle={asked.what === 'add' ? undefined : asked.vehicle}
            isReadOnly={asked.what === 'view'}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {commandsOf !== '' && (
        <Suspense>
          <FleetCommands vehicleId={commandsOf} onClose={closeCommands} />
        </Suspense>
      )}
      {asked?.what === 'connect' && (
        <Suspense>
          <DeviceDialog vehicle={asked.vehicle} onClose={() => setAsked(null)} />
        </Suspense>
      )}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          open
          isDestructive
          title={t('vehicles.delete.title', { number: asked.vehicle.vehicleNumber })}
          text={t('vehicles.delete.text')}
          confirmLabel={t('vehicles.action.delete')}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: asked.vehicle.id } })
            toasts.show({
              type: 'success',
              message: t('vehicles.done.deleted', { number: asked.vehicle.vehicleNumber }),
            })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
