import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listCommands } from '@rumbo/contract/commands.contract'
import { commandStatuses, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { addresses } from '../../addresses.ts'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { Anchor, listOf, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { CommandTable } from '../../commands/CommandTable.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'

const sorts = ['createdAt', 'priority', 'status', 'commandType'] as const
const all = 'all'
/**
 * The live stream covers the active fleet only; commands of other fleets are polled at this interval, in
 * milliseconds.
 */
const elsewhereMs = 10_000

/** GPS commands and their outcomes, live. The address holds search, filters, page, order and the open row. */
export function CommandsQueueScreen({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const { company, fleet, fleets } = useWorkspace()
  const list = useListAddress({ sorts, sort: 'createdAt', order: 'desc' })
  const { query, change, view, search } = list
  const statuses = commandStatuses.filter((status) => listOf(query.status).includes(status))
  const type = commandTypes.find((value) => value === oneOf(query.type))
  const asked = oneOf(query.fleet)
  const fleetId = asked === all ? all : (fleets.find(({ id }) => id === asked)?.id ?? fleet?.id ?? all)
  const isFiltered = search !== '' || statuses.length > 0 || type !== undefined
  const commands = useEndpoint(
    listCommands,
    {
      query: {
        ...view,
        search,
        companyId: fleetId === all ? company?.id : undefined,
        fleetId: fleetId === all ? undefined : fleetId,
        status: statuses.length > 0 ? statuses : undefined,
        type: type && [type],
      },
    },
    {
      enabled: company !== null,
      placeholderData: keepPreviousData,
      refetchInterval: fleetId === fleet?.id ? false : elsewhereMs,
    },
  )
  const field = { '& .MuiTextField-root': { width: '100%' } }
  return (
    <>
      <PageHeader title={title} detail={fleetId === all ? company?.name : undefined} />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[statuses.length > 0, type !== undefined]}
          searchLabel={t('commands.queue.search')}
        >
          <Box sx={{ width: { xs: '100%', sm: 210 }, ...field }}>
            <ChoiceField
              size="small"
              label={t('commands.field.type')}
              value={type ?? all}
              choices={[
                { value: all, label: t('commands.queue.allTypes') },
                ...commandTypes.map((value) => ({ value, label: t(`commands.type.${value}`) })),
              ]}
              onChange={(value) => change({ type: value === all ? undefined : value, page: undefined })}
            />
          </Box>
          {fleets.length > 1 && (
            <Box sx={{ width: { xs: '100%', sm: 210 }, ...field }}>
              <ChoiceField
                size="small"
                label={t('commands.queue.fleet')}
                value={fleetId}
                choices={[
                  { value: all, label: t('commands.queue.allFleets') },
                  ...fleets.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(value) => change({ fleet: value, page: undefined })}
              />
            </Box>
          )}
          <Box sx={{ flexBasis: '100%' }}>
            <FilterChips
              label={t('commands.field.status')}
              chips={commandStatuses.map((status) => ({
                value: status,
                label: t(`commands.status.${status}`),
              }))}
              selected={statuses}
              onChange={(next) => change({ status: next, page: undefined })}
              clearLabel={t('commands.queue.clear')}
            />
          </Box>
        </ListToolbar>
        <CommandTable
          label={t('commands.queue.list')}
          rows={commands.data?.items}
          total={commands.data?.total ?? 0}
          view={view}
          onView={({ page, size, sort, order }) =>
            change({ page: page === 1 ? undefined : page, size: size === 25 ? undefined : size, sort, order })
          }
          openId={oneOf(query.command) || null}
          onOpen={(id) => change({ command: id })}
          isLoading={commands.isPlaceholderData}
          error={commands.isError ? message(commands.error, t('commands.failure.load')) : undefined}
          onRetry={() => void commands.refetch()}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('commands.queue.noMatch')}
                action={
                  <Button variant="outlined" onClick={() => list.clear('status', 'type')}>
                    {t('commands.queue.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title={t('commands.queue.empty')}
                text={t('commands.queue.emptyText')}
                action={
                  <Button variant="outlined" component={Anchor} to={addresses.fleet()}>
                    {t('commands.queue.openFleet')}
                  </Button>
                }
              />
            )
          }
        />
      </Card>
    </>
  )
}
