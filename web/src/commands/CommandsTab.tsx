import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { commandOptions, listCommands } from '@rumbo/contract/commands.contract'
import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { cardLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import type { TableView } from '../ui/table/table-model.ts'
import { CommandButtons } from './CommandButtons.tsx'
import { CommandTable } from './CommandTable.tsx'
import { SendCommandDialog } from './SendCommandDialog.tsx'
import { StopEngineDialog } from './StopEngineDialog.tsx'

const sorts = ['createdAt', 'priority', 'status', 'commandType'] as const
/** Polling interval in milliseconds: no hint reports that a device connects or disconnects. */
const connectionMs = 10_000
const newestFirst: TableView = { page: 1, size: 10, sort: 'createdAt', order: 'desc' }

/** A vehicle's commands: those that can be sent now, and the outcome of earlier ones. */
export function CommandsTab({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const message = useErrorMessage()
  const [view, setView] = useState(newestFirst)
  const [openId, setOpenId] = useState<string | null>(null)
  const [asked, setAsked] = useState<CommandType | null>(null)
  const options = useEndpoint(
    commandOptions,
    { params: { id: vehicle.id } },
    { refetchInterval: connectionMs },
  )
  const history = useEndpoint(
    listCommands,
    {
      query: {
        ...view,
        sort: sorts.find((sort) => sort === view.sort) ?? 'createdAt',
        vehicleId: vehicle.id,
      },
    },
    { placeholderData: keepPreviousData },
  )
  const { data } = options
  const option = data?.types.find(({ type }) => type === asked)
  const close = () => setAsked(null)
  return (
    <Box sx={{ display: 'grid', gap: '20px' }}>
      <Box component="section" aria-label={t('commands.tab.send')} sx={{ display: 'grid', gap: '14px' }}>
        {data === undefined ? (
          options.isError ? (
            <ErrorState
              title={message(options.error, t('commands.failure.options'))}
              onRetry={() => void options.refetch()}
            />
          ) : (
            <FormSkeleton />
          )
        ) : (
          <>
            <Alert severity={data.hasDevice && data.isConnected ? 'success' : 'info'} role="status">
              {t(
                !data.hasDevice
                  ? 'commands.lock.noDevice'
                  : data.isConnected
                    ? 'commands.tab.connected'
                    : 'commands.tab.away',
              )}
            </Alert>
            <CommandButtons options={data} onChoose={setAsked} />
          </>
        )}
      </Box>
      <Box component="section" aria-label={t('commands.tab.history')}>
        <Box component="h3" sx={{ typography: 'h2', m: 0, mb: '8px' }}>
          {t('commands.tab.history')}
        </Box>
        <Box
          sx={{
            ...cardLook,
            overflow: 'clip',
          }}
        >
          <CommandTable
            label={t('commands.tab.history')}
            rows={history.data?.items}
            total={history.data?.total ?? 0}
            view={view}
            onView={setView}
            pageSizes={[10, 25, 50]}
            openId={openId}
            onOpen={setOpenId}
            isWithoutVehicle
            isLoading={history.isPlaceholderData}
            error={history.isError ? message(history.error, t('commands.failure.load')) : undefined}
            onRetry={() => void history.refetch()}
            empty={<EmptyState title={t('commands.tab.empty')} />}
          />
        </Box>
      </Box>
      {data && asked === 'stop_engine' && (
        <StopEngineDialog vehicle={vehicle} options={data} onClose={close} />
      )}
      {data && option && asked !== 'stop_engine' && (
        <SendCommandDialog vehicle={vehicle} option={option} isConnected={data.isConnected} onClose={close} />
      )}
    </Box>
  )
}
