import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import PlaylistAddCheckRounded from '@mui/icons-material/PlaylistAddCheckRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  expectedStates,
  listExpectedDevices,
  mostExpected,
} from '@rumbo/contract/telemetry.expected.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { listOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useMany } from '../../ui/hooks/use-many.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { SelectionBar } from '../../ui/table/SelectionBar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { refreshMs } from '../devices/list-parts.tsx'
import { type NewVehicleForm, usePlacing } from '../devices/use-placing.tsx'
import { AddExpectedDialog } from './AddExpectedDialog.tsx'
import { useExpectedColumns } from './expected-columns.tsx'
import { useRemoving } from './use-removing.ts'

const sorts = ['identifier', 'addedAt', 'lastSeenAt'] as const

/** The identifiers the active company expects, to add, remove and attach. */
export function ExpectedTab({ newVehicle }: { newVehicle?: NewVehicleForm }) {
  const { t } = useText()
  const { company } = useWorkspace()
  if (company === null)
    return (
      <Card>
        <EmptyState title={t('expected.noCompany')} text={t('expected.noCompanyText')} />
      </Card>
    )
  return <ExpectedList key={company.id} company={company} newVehicle={newVehicle} />
}

interface ExpectedListProps {
  company: { id: string; name: string }
  newVehicle: NewVehicleForm
}

function ExpectedList({ company: { id: companyId, name: companyName }, newVehicle }: ExpectedListProps) {
  const { t } = useText()
  const many = useMany()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'addedAt', order: 'desc' })
  const { query, change, view, search } = list
  const [asked, setAsked] = useState<'add' | 'removeAll' | null>(null)
  const placing = usePlacing(newVehicle)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const remove = useRemoving(companyId)
  const columns = useExpectedColumns()
  const states = expectedStates.filter((one) => listOf(query.state).includes(one))
  const answer = useEndpoint(
    listExpectedDevices,
    { query: { ...view, search, companyId, state: states.length > 0 ? states : undefined } },
    { placeholderData: keepPreviousData, refetchInterval: refreshMs },
  )
  const counts = answer.data?.counts
  const used = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isFiltered = search !== '' || states.length > 0
  // Nothing is done to rows that are not shown: those of other pages and filters, and those that were removed.
  const selected = (answer.data?.items ?? []).flatMap(({ identifier }) =>
    chosen.has(identifier) ? identifier : [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are shown then
  useEffect(() => setChosen(new Set()), [JSON.stringify([view, search, states])])
  const addButton = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAsked('add')}>
      {t('expected.add')}
    </Button>
  )
  // What failed was said; the selection stays for another try.
  const removeListed = (identifiers: readonly string[]) =>
    void remove(identifiers).then(
      () => setChosen((before) => new Set([...before].filter((one) => !identifiers.includes(one)))),
      () => undefined,
    )

  return (
    <>
      <Card isFlush>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: '10px 18px',
            p: '12px 14px 0',
          }}
        >
          <Box sx={{ flex: '1 1 320px', typography: 'body2', color: token('textSoft') }}>
            {t('expected.text', { company: companyName })}
          </Box>
          {used !== undefined && used > 0 && (
            <>
              <Box sx={{ typography: 'subtitle2', flexBasis: { xs: '100%', sm: 'auto' } }}>
                {t('expected.used', { used: many(used).shown, limit: many(mostExpected).shown })}
              </Box>
              {/* On phones the usual action is first, both as wide as the card. */}
              <Box
                sx={{
                  display: 'flex',
                  flexDirection: { xs: 'column-reverse', sm: 'row' },
                  gap: '10px',
                  flex: { xs: '1 0 100%', sm: 'none' },
                }}
              >
                <Button variant="outlined" color="error" onClick={() => setAsked('removeAll')}>
                  {t('expected.removeAll')}
                </Button>
                {addButton}
              </Box>
            </>
          )}
        </Box>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[states.length > 0]}
          searchLabel={t('expected.searchLabel')}
        >
          <FilterChips
            label={t('expected.states')}
            chips={expectedStates.map((value) => ({
              value,
              label: t(`expected.state.${value}`),
              count: counts?.[value] ?? 0,
            }))}
            selected={states}
            onChange={(next) => change({ state: next, page: undefined })}
            clearLabel={t('devices.unknown.clear')}
          />
        </ListToolbar>
        <SelectionBar
          words={selected.length === 0 ? null : t('expected.selected', many(selected.length))}
          clearLabel={t('expected.selectNone')}
          onClear={() => setChosen(new Set())}
        >
          <Button
            size="small"
            variant="outlined"
            color="error"
            startIcon={<DeleteOutlineRounded />}
            onClick={() => removeListed(selected)}
          >
            {t('expected.remove')}
          </Button>
        </SelectionBar>
        <DataTable
          label={t('expected.tab')}
          columns={columns}
          rows={answer.data?.items}
          total={answer.data?.total ?? 0}
          rowId={({ identifier }) => identifier}
          rowName={({ identifier }) => identifier}
          view={view}
          onView={list.show}
          selection={{ ids: new Set(selected), onChange: setChosen }}
          isLoading={answer.isPlaceholderData}
          error={answer.isError ? message(answer.error, t('expected.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
          rowActions={({ identifier, state }) => (
            <RowMenu
              name={identifier}
              items={[
                ...(state === 'unknown' ? placing.itemsOf(identifier) : []),
                {
                  label: t('expected.remove'),
                  icon: <DeleteOutlineRounded fontSize="small" />,
                  onChoose: () => removeListed([identifier]),
                },
              ]}
            />
          )}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('expected.noMatch')}
                action={
                  <Button variant="outlined" onClick={() => list.clear('state')}>
                    {t('devices.unknown.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={<PlaylistAddCheckRounded />}
                title={t('expected.empty.title')}
                text={t('expected.empty.text')}
                action={addButton}
              />
            )
          }
        />
      </Card>
      {asked === 'add' && <AddExpectedDialog companyId={companyId} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        open={asked === 'removeAll'}
        title={t('expected.removeAll.title')}
        text={t('expected.removeAll.text', many(used ?? 0))}
        confirmLabel={t('expected.removeAll')}
        isDestructive
        onConfirm={async () => {
          await remove(null)
          setChosen(new Set())
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      />
      {placing.dialog}
    </>
  )
}
