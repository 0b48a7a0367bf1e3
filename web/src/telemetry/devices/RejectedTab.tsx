import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import { listRejectedReports, rejectionReasons } from '@rumbo/contract/telemetry.devices.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { listOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { useMoment } from '../../app/use-moment.ts'
import { Card } from '../../ui/Card.tsx'
import { FigureWithUnit } from '../../ui/FigureWithUnit.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { token } from '../../ui/theme/tokens.ts'
import { PlaceLink } from '../PlaceLink.tsx'
import { protocolNames } from './device.rules.ts'
import { refreshMs, Seen } from './list-parts.tsx'

type Rejected = OutputOf<typeof listRejectedReports>['items'][number]

const sorts = ['receivedAt', 'deviceIdentifier', 'reason'] as const

/** Rejected reports with their reasons; the filters show the number of each reason in the last day. */
export function RejectedTab() {
  const { t, language } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'receivedAt', order: 'desc' })
  const { query, change, view, search } = list
  const reasons = rejectionReasons.filter((one) => listOf(query.reason).includes(one))
  const protocols = deviceProtocols.filter((one) => listOf(query.protocol).includes(one))
  const answer = useEndpoint(
    listRejectedReports,
    {
      query: {
        ...view,
        search,
        reason: reasons.length > 0 ? reasons : undefined,
        protocol: protocols.length > 0 ? protocols : undefined,
      },
    },
    { placeholderData: keepPreviousData, refetchInterval: refreshMs },
  )
  const counts = answer.data?.counts ?? []
  const countOf = (name: 'reason' | 'protocol', value: string) =>
    counts.reduce((sum, one) => (one[name] === value ? sum + one.reports : sum), 0)
  const seen = deviceProtocols.filter((one) => countOf('protocol', one) > 0 || protocols.includes(one))

  const columns: TableColumn<Rejected>[] = [
    {
      key: 'receivedAt',
      header: t('devices.column.received'),
      isSortable: true,
      render: ({ receivedAt }) => <Seen at={receivedAt} />,
    },
    {
      key: 'reason',
      header: t('devices.column.reason'),
      isSortable: true,
      render: ({ reason }) => t(`devices.reason.${reason}`),
    },
    {
      key: 'deviceIdentifier',
      header: t('devices.column.device'),
      isSortable: true,
      render: ({ deviceIdentifier, protocol }) => (
        <Box sx={{ display: 'grid' }}>
          <span>{deviceIdentifier}</span>
          <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
            {protocolNames[protocol]}
          </Box>
        </Box>
      ),
    },
    {
      key: 'vehicleNumber',
      header: t('devices.column.vehicle'),
      render: ({ vehicleNumber }) => vehicleNumber ?? '–',
    },
    {
      key: 'fixTime',
      rank: 6,
      header: t('devices.column.fixTime'),
      render: ({ fixTime }) => (fixTime === null ? '–' : moment(fixTime)),
    },
    {
      key: 'place',
      rank: 5,
      header: t('devices.column.place'),
      render: ({ latitude, longitude }) =>
        latitude === null || longitude === null ? (
          '–'
        ) : (
          <PlaceLink latitude={latitude} longitude={longitude} />
        ),
    },
    {
      key: 'speedKmh',
      rank: 7,
      header: t('devices.column.speed'),
      align: 'right',
      render: ({ speedKmh }) =>
        speedKmh === null ? '–' : <FigureWithUnit value={formatNumber(language, speedKmh, 0)} unit="km/h" />,
    },
    {
      key: 'detail',
      rank: 4,
      header: t('devices.column.detail'),
      canWrap: true,
      render: ({ detail }) => (
        <Box component="span" sx={{ overflowWrap: 'anywhere', color: token('textSoft') }}>
          {detail ?? '–'}
        </Box>
      ),
    },
  ]
  const isFiltered = search !== '' || reasons.length > 0 || protocols.length > 0
  return (
    <Card isFlush>
      <Box sx={{ p: '12px 14px 0', typography: 'body2', color: token('textSoft') }}>
        {t('devices.rejected.text')}
      </Box>
      <ListToolbar
        typed={list.typed}
        onType={list.type}
        set={[reasons.length > 0, protocols.length > 0]}
        searchLabel={t('devices.rejected.searchLabel')}
      >
        <Box sx={{ flexBasis: '100%', display: 'grid', gap: '8px' }}>
          <FilterChips
            label={t('devices.rejected.reasons')}
            chips={rejectionReasons.map((value) => ({
              value,
              label: t(`devices.reason.${value}`),
              count: countOf('reason', value),
            }))}
            selected={reasons}
            onChange={(next) => change({ reason: next, page: undefined })}
            clearLabel={t('devices.unknown.clear')}
          />
          {seen.length > 0 && (
            <FilterChips
              label={t('devices.unknown.protocols')}
              chips={seen.map((value) => ({
                value,
                label: protocolNames[value],
                count: countOf('protocol', value),
              }))}
              selected={protocols}
              onChange={(next) => change({ protocol: next, page: undefined })}
              clearLabel={t('devices.unknown.clear')}
            />
          )}
        </Box>
      </ListToolbar>
      <DataTable
        label={t('devices.tab.rejected')}
        columns={columns}
        rows={answer.data?.items}
        total={answer.data?.total ?? 0}
        rowId={({ id }) => id}
        rowName={({ deviceIdentifier }) => deviceIdentifier}
        view={view}
        onView={list.show}
        isLoading={answer.isPlaceholderData}
        error={answer.isError ? message(answer.error, t('devices.rejected.error.load')) : undefined}
        onRetry={() => void answer.refetch()}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('devices.rejected.noMatch')}
              action={
                <Button variant="outlined" onClick={() => list.clear('reason', 'protocol')}>
                  {t('devices.unknown.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('devices.rejected.empty.title')} text={t('devices.rejected.empty.text')} />
          )
        }
      />
    </Card>
  )
}
