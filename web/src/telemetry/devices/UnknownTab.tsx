import SensorsRounded from '@mui/icons-material/SensorsRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import {
  forgetDevice,
  listUnknownDevices,
  type UnknownDevice,
} from '@rumbo/contract/telemetry.devices.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { addresses } from '../../addresses.ts'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { listOf, useGo } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { Age } from '../../ui/Age.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { PlaceLink } from '../PlaceLink.tsx'
import { protocolNames } from './device.rules.ts'
import { Identifier, refreshMs, Seen } from './list-parts.tsx'
import { type NewVehicleForm, usePlacing } from './use-placing.tsx'
import { useUnknownOf } from './use-unknown-of.ts'

const sorts = ['lastSeenAt', 'firstSeenAt', 'reports', 'identifier', 'protocol'] as const

/** Devices that report but are assigned to no vehicle (to admins those their company expects), to assign in one step. */
export function UnknownTab({ newVehicle }: { newVehicle?: NewVehicleForm }) {
  const { t, language } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'lastSeenAt', order: 'desc' })
  const { query, change, view, search } = list
  const go = useGo()
  const of = useUnknownOf()
  const isOfCompany = of.companyId !== undefined
  const { company } = useWorkspace()
  const placing = usePlacing(newVehicle)
  const protocols = deviceProtocols.filter((one) => listOf(query.protocol).includes(one))
  const answer = useEndpoint(
    listUnknownDevices,
    { query: { ...view, ...of, search, protocol: protocols.length > 0 ? protocols : undefined } },
    { placeholderData: keepPreviousData, refetchInterval: refreshMs },
  )
  const forget = useChange(forgetDevice, {
    onSuccess: (_, { body }) =>
      void show({
        type: 'success',
        message: t('devices.unknown.forgotten', { identifier: body?.identifier ?? '' }),
      }),
    onError: (error) =>
      void show({ type: 'error', message: message(error, t('devices.unknown.error.forget')) }),
  })

  const columns: TableColumn<UnknownDevice>[] = [
    {
      key: 'identifier',
      header: t('devices.column.identifier'),
      isSortable: true,
      canWrap: true,
      minWidth: 160,
      render: ({ identifier }) => <Identifier text={identifier} />,
    },
    {
      key: 'protocol',
      header: t('devices.column.protocol'),
      isSortable: true,
      render: ({ protocol, address }) => (
        <Box sx={{ display: 'grid' }}>
          <span>{protocolNames[protocol]}</span>
          <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
            {address}
          </Box>
        </Box>
      ),
    },
    {
      key: 'isConnected',
      header: t('devices.column.isConnected'),
      render: ({ isConnected }) => (
        <TintedChip
          colour={isConnected ? 'active' : 'inactive'}
          icon={isConnected && <SensorsRounded aria-hidden sx={{ fontSize: 16 }} />}
        >
          {t(isConnected ? 'devices.connected' : 'devices.notConnected')}
        </TintedChip>
      ),
    },
    {
      key: 'lastFix',
      rank: 4,
      header: t('devices.column.lastFix'),
      render: ({ lastFix }) =>
        lastFix === null ? (
          t('devices.none')
        ) : (
          <Box sx={{ display: 'grid' }}>
            <PlaceLink latitude={lastFix.latitude} longitude={lastFix.longitude} />
            <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
              <Age at={lastFix.time} />
            </Box>
          </Box>
        ),
    },
    {
      key: 'reports',
      rank: 6,
      header: t('devices.column.reports'),
      isSortable: true,
      align: 'right',
      render: ({ reports }) => formatNumber(language, reports),
    },
    {
      key: 'firstSeenAt',
      rank: 7,
      header: t('devices.column.firstSeen'),
      isSortable: true,
      render: ({ firstSeenAt }) => <Seen at={firstSeenAt} />,
    },
    {
      key: 'lastSeenAt',
      rank: 3,
      header: t('devices.column.lastSeen'),
      isSortable: true,
      render: ({ lastSeenAt }) => <Seen at={lastSeenAt} />,
    },
  ]
  if (!isOfCompany)
    columns.push({
      key: 'expectedBy',
      rank: 5,
      header: t('expected.expectedBy'),
      canWrap: true,
      render: ({ expectedBy }) => expectedBy?.name ?? '–',
    })
  const isFiltered = search !== '' || protocols.length > 0
  return (
    <>
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[protocols.length > 0]}
          // A company learns no address of a device that it only lists.
          searchLabel={t(isOfCompany ? 'devices.column.identifier' : 'devices.unknown.searchLabel')}
        >
          <FilterChips
            label={t('devices.unknown.protocols')}
            chips={deviceProtocols.map((value) => ({ value, label: protocolNames[value] }))}
            selected={protocols}
            onChange={(next) => change({ protocol: next, page: undefined })}
            clearLabel={t('devices.unknown.clear')}
          />
        </ListToolbar>
        <DataTable
          label={t('devices.tab.unknown')}
          // Of devices that a company only lists, the server says no place.
          columns={isOfCompany ? columns.filter(({ key }) => key !== 'lastFix') : columns}
          rows={answer.data?.items}
          total={answer.data?.total ?? 0}
          rowId={({ identifier }) => identifier}
          rowName={({ identifier }) => identifier}
          view={view}
          onView={list.show}
          isLoading={answer.isPlaceholderData}
          error={answer.isError ? message(answer.error, t('devices.unknown.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
          onOpen={({ identifier }) => placing.attach(identifier)}
          rowActions={({ identifier, expectedBy }) => (
            <RowMenu
              name={identifier}
              items={[
                ...placing.itemsOf(identifier, expectedBy === null || expectedBy.id === company?.id),
                {
                  label: t('devices.unknown.forget'),
                  icon: <VisibilityOffOutlined fontSize="small" />,
                  onChoose: () => forget.mutate({ body: { identifier } }),
                },
              ]}
            />
          )}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('devices.unknown.noMatch')}
                action={
                  <Button variant="outlined" onClick={() => list.clear('protocol')}>
                    {t('devices.unknown.clear')}
                  </Button>
                }
              />
            ) : isOfCompany ? (
              <EmptyState
                icon={<SensorsRounded />}
                title={t('expected.unknown.title')}
                text={t('expected.unknown.text')}
                action={
                  <Button
                    variant="outlined"
                    onClick={() => go(addresses.unknownDevices({ tab: 'expected' }))}
                  >
                    {t('expected.unknown.open')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={<SensorsRounded />}
                title={t('devices.unknown.empty.title')}
                text={t('devices.unknown.empty.text')}
              />
            )
          }
        />
      </Card>
      {placing.dialog}
    </>
  )
}
