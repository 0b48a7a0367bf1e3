import Button from '@mui/material/Button'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { ListedFence, listFences } from '@rumbo/contract/geofences.contract'
import { fencesInExport } from '@rumbo/contract/geofences.files.contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useErrorMessage } from '../../app/client-context.tsx'
import type { useListAddress } from '../../app/navigation/list-address.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { RowMenu, type RowMenuItem } from '../../ui/table/table-parts.tsx'
import type { FenceTemplate } from '../fence-templates.ts'
import { FenceExportButton } from '../files/FenceExportButton.tsx'
import type { Crossings } from '../use-crossings.ts'
import { FenceEmpty } from './FenceEmpty.tsx'
import { type FenceFilterChange, FenceFilters } from './FenceFilters.tsx'
import { useFenceColumns } from './fence-columns.tsx'
import { type FenceFilter, setFilters } from './fence-filter.rules.ts'
import { useBulkFences } from './use-bulk-fences.tsx'
import type { ActedFence } from './use-fence-actions.tsx'

interface FenceListProps {
  answer: UseQueryResult<OutputOf<typeof listFences>>
  list: Pick<ReturnType<typeof useListAddress>, 'typed' | 'type' | 'search' | 'view' | 'show'>
  filter: FenceFilter
  fleetId: string
  /** Empty where none is chosen. */
  chosenId: string
  crossings: Crossings
  mayEdit: boolean
  itemsOf: (fence: ActedFence) => RowMenuItem[]
  onChoose: (id: string) => void
  onNew: (template: FenceTemplate) => void
  onFilter: (some: FenceFilterChange) => void
  onClear: () => void
}

/** The geofences of a fleet with search, filters, selection and pages. */
export function FenceList(props: FenceListProps) {
  const { answer, list, filter, fleetId, chosenId, mayEdit, itemsOf, onChoose, onFilter, onClear } = props
  const { t } = useText()
  const message = useErrorMessage()
  const columns = useFenceColumns(chosenId, props.crossings)
  const items = answer.data?.items
  const bulk = useBulkFences(items, mayEdit, fleetId, (ids) => (
    <FenceExportButton fleetId={fleetId} ids={ids.slice(0, fencesInExport)} />
  ))
  const set = setFilters(filter)
  const isFiltered = list.search !== '' || set.some(Boolean)
  const tags = [...new Set(items?.flatMap((fence: ListedFence) => fence.tags))].sort()
  return (
    <>
      <ListToolbar typed={list.typed} onType={list.type} set={set} searchLabel={t('geofences.list.search')}>
        <FenceFilters
          filter={filter}
          tags={tags}
          onChange={onFilter}
          onClear={isFiltered ? onClear : undefined}
        />
      </ListToolbar>
      {bulk.bar}
      <DataTable
        label={t('geofences.list.label')}
        columns={columns}
        rows={items}
        total={answer.data?.total ?? 0}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        view={list.view}
        onView={list.show}
        selection={bulk.selection}
        isLoading={answer.isPlaceholderData}
        error={answer.isError ? message(answer.error, t('geofences.error.load')) : undefined}
        onRetry={() => void answer.refetch()}
        onOpen={({ id }) => onChoose(id)}
        rowActions={mayEdit ? (fence) => <RowMenu name={fence.name} items={itemsOf(fence)} /> : undefined}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('geofences.list.noMatch')}
              action={
                <Button variant="outlined" onClick={onClear}>
                  {t('services.filter.clear')}
                </Button>
              }
            />
          ) : (
            <FenceEmpty onNew={mayEdit ? props.onNew : undefined} />
          )
        }
      />
      {bulk.dialog}
    </>
  )
}
