import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { gatewayOverview } from '@rumbo/contract/telemetry.devices.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { token } from '../../ui/theme/tokens.ts'
import { protocolNames } from './device.rules.ts'
import { refreshMs } from './list-parts.tsx'

type Overview = OutputOf<typeof gatewayOverview>
type Line = Overview['protocols'][number]

/** Addresses and ports that trackers report to, the number of connections, and refused reports. */
export function GatewayTab() {
  const { t, language } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(gatewayOverview, {}, { refetchInterval: refreshMs })
  const overview = answer.data
  const number = (value: number) => formatNumber(language, value)
  const count = (
    name: 'connections' | 'reports' | 'badChecksums' | 'refused' | 'unread',
  ): TableColumn<Line> => ({
    key: name,
    header: t(`devices.column.${name}`),
    align: 'right',
    render: (line) => number(line[name]),
  })
  const columns: TableColumn<Line>[] = [
    {
      key: 'protocol',
      header: t('devices.column.protocol'),
      render: ({ protocol }) => protocolNames[protocol],
    },
    {
      key: 'port',
      header: t('devices.column.port'),
      align: 'right',
      render: ({ port }) => port ?? <TintedChip colour="inactive">{t('devices.gateway.closed')}</TintedChip>,
    },
    {
      key: 'transports',
      header: t('devices.column.transports'),
      render: ({ transports }) => transports.map((each) => each.toUpperCase()).join(', '),
    },
    count('connections'),
    count('reports'),
    count('badChecksums'),
    count('refused'),
    count('unread'),
  ]
  const open = overview?.protocols.reduce((sum, { connections }) => sum + connections, 0) ?? 0
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      {overview?.connectionLimit === null && (
        <Alert severity="warning" role="status">
          {t('devices.gateway.none')}
        </Alert>
      )}
      {overview && (
        <Card>
          <FactList
            facts={[
              { name: t('devices.gateway.host'), value: overview.host },
              {
                name: t('devices.gateway.open'),
                value:
                  overview.connectionLimit === null
                    ? number(open)
                    : t('devices.gateway.openOf', {
                        open: number(open),
                        limit: number(overview.connectionLimit),
                      }),
              },
              { name: t('devices.gateway.refusedConnections'), value: number(overview.refusedConnections) },
            ]}
          />
        </Card>
      )}
      <Card isFlush>
        <DataTable
          label={t('devices.gateway.label')}
          columns={columns}
          rows={overview?.protocols}
          // All rows fit on one page.
          total={0}
          rowId={({ protocol }) => protocol}
          rowName={({ protocol }) => protocolNames[protocol]}
          view={{ page: 1, size: 10, order: 'asc' }}
          onView={() => undefined}
          error={answer.isError ? message(answer.error, t('devices.gateway.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
        />
        <Box sx={{ p: '10px 14px', typography: 'body2', color: token('textSoft') }}>
          {t('devices.gateway.since')}
        </Box>
      </Card>
    </Box>
  )
}
