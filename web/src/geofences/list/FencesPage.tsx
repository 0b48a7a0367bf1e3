import AddRounded from '@mui/icons-material/AddRounded'
import FileUploadOutlined from '@mui/icons-material/FileUploadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { listFences, readFence } from '@rumbo/contract/geofences.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCan, useErrorMessage, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { isRecordId, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { nothingCovered } from '../../map/map-model.ts'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { FenceMap } from '../FenceMap.tsx'
import { fenceTemplates } from '../fence-templates.ts'
import { FenceExportButton } from '../files/FenceExportButton.tsx'
import { useCrossings } from '../use-crossings.ts'
import { FenceDetails } from './FenceDetails.tsx'
import { FenceEditing } from './FenceEditing.tsx'
import { FenceList } from './FenceList.tsx'
import { FencesLayout, fencePanes } from './FencesLayout.tsx'
import { asQuery, fenceFilterNames, readFenceFilter } from './fence-filter.rules.ts'
import { useFenceActions } from './use-fence-actions.tsx'

const FenceImportDialog = lazyDialog(() =>
  import('../files/FenceImportDialog.tsx').then((file) => file.FenceImportDialog),
)

const sorts = ['name', 'kind', 'isActive'] as const
const ofFleet = { fence: undefined, page: undefined, vehicle: undefined }
/** The details float over the right edge of the map, in a narrow window over its lower half. */
const floating = { position: 'absolute', zIndex: 4, display: 'flex', pointerEvents: 'none' } as const
const beside = {
  ...floating,
  // The map's sources stay readable.
  inset: '12px 12px 36px auto',
  alignItems: 'flex-start',
  maxWidth: 'calc(100% - 24px)',
}
const belowMap = { ...floating, inset: 'auto 8px 8px', maxHeight: '52%' }
const besideDetails = { ...nothingCovered, rightPixels: 384 }
const aboveDetails = { ...nothingCovered, bottomPixels: 300 }

/** The geofences of one fleet in a list and on the map. The address holds choice, search, filters, page and order. */
export function FencesPage({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const { company, fleet: active, fleets } = useWorkspace()
  const selection = useFleetSelection()
  const [isImporting, setImporting] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  const list = useListAddress({ sorts, sort: 'name', order: 'asc' })
  const { query, change, view, search } = list
  const filter = readFenceFilter(query)
  const fleet = active ?? fleets.find(({ id }) => id === oneOf(query.fleet)) ?? fleets[0]
  const fleetId = fleet?.id ?? ''
  const fences = useEndpoint(
    listFences,
    { query: { ...view, search, fleetId, ...asQuery(filter) } },
    { enabled: fleetId !== '', placeholderData: keepPreviousData },
  )
  const asked = oneOf(query.fence)
  const chosenId = isRecordId(asked) ? asked : ''
  const chosen = useEndpoint(readFence, { params: { id: chosenId } }, { enabled: chosenId !== '' })
  const fence = chosenId !== '' && chosen.data?.fleetId === fleetId ? chosen.data : undefined
  const crossings = useCrossings(fleetId)
  const mayEdit = can('geofences.edit', { companyId: company?.id ?? '', fleetId })
  const pane = fencePanes.find((one) => one === oneOf(query.pane)) ?? 'list'
  const choose = (id: string | null) => {
    if ((id ?? '') !== chosenId) change({ fence: id ?? undefined }, { push: id !== null })
  }
  const edit = (id: string) => change({ edit: id }, { push: true })
  const actions = useFenceActions(mayEdit, {
    onEdit: edit,
    onDeleted: (id) => id === chosenId && change({ fence: undefined }),
  })

  const editId = oneOf(query.edit)
  const isEditing = mayEdit && editId !== ''
  const section = useRef<HTMLElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The editor, which had the focus, is gone.
    if (wasEditing.current && !isEditing) section.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])

  if (selection === null || fleet === undefined) {
    return (
      <Box sx={{ p: '20px' }}>
        <Box component="h1" sx={{ typography: 'h1' }}>
          {title}
        </Box>
        <EmptyState title={t('geofences.list.noFleet')} />
      </Box>
    )
  }
  if (isEditing) {
    const stop = (saved?: string) =>
      change({ edit: undefined, template: undefined, fence: saved ?? query.fence })
    return (
      <FenceEditing
        key={`${fleetId} ${editId}`}
        fleetId={fleetId}
        editId={editId}
        template={fenceTemplates.find((one) => one === oneOf(query.template))}
        onSaved={stop}
        onCancel={() => stop()}
      />
    )
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || chosenId === '') return
    choose(null)
  }
  const isOnMap = !isNarrow || pane === 'map'
  const details = chosenId !== '' && (
    <FenceDetails
      key={chosenId}
      fence={fence}
      crossings={crossings}
      error={
        chosen.isError
          ? message(chosen.error, t('geofences.error.load'))
          : chosen.data && fence === undefined
            ? t('problems.not_found')
            : undefined
      }
      onRetry={() => void chosen.refetch()}
      onEdit={mayEdit ? () => edit(chosenId) : undefined}
      menu={fence ? actions.itemsOf(fence).slice(1) : []}
      isPanel={isOnMap}
      actions={
        !isOnMap && (
          <Button variant="outlined" onClick={() => change({ pane: 'map' })}>
            {t('geofences.action.show')}
          </Button>
        )
      }
      onClose={() => choose(null)}
    />
  )
  return (
    <Box
      ref={section}
      component="section"
      aria-label={title}
      // A click on a row or beside a control keeps the focus here, so that Escape reaches the details.
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        outline: 'none',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 16px',
          p: '8px 16px',
          minHeight: 60,
          backgroundColor: token('surface'),
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <Box component="h1" sx={{ typography: 'h1', m: 0 }}>
          {title}
        </Box>
        {active === null ? (
          <InlineSelect
            label={t('billing.fleet')}
            value={fleet.id}
            options={fleets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => change({ ...ofFleet, fleet: id })}
          />
        ) : (
          <Box sx={{ color: token('textSoft') }}>{fleet.name}</Box>
        )}
        <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
          <FenceExportButton fleetId={fleetId} />
          {mayEdit && (
            <>
              <Button
                size="small"
                variant="outlined"
                startIcon={<FileUploadOutlined />}
                onClick={() => setImporting(true)}
              >
                {t('geofences.action.import')}
              </Button>
              <Button size="small" variant="contained" startIcon={<AddRounded />} onClick={() => edit('new')}>
                {t('geofences.action.new')}
              </Button>
            </>
          )}
        </Box>
      </Box>
      <FencesLayout
        isNarrow={isNarrow}
        pane={pane}
        onPane={(next) => change({ pane: next === 'list' ? undefined : next })}
        list={
          <FenceList
            answer={fences}
            list={list}
            filter={filter}
            fleetId={fleetId}
            chosenId={chosenId}
            crossings={crossings}
            mayEdit={mayEdit}
            itemsOf={actions.itemsOf}
            onChoose={choose}
            onNew={(template) => change({ edit: 'new', template }, { push: true })}
            onFilter={(some) => change({ ...some, page: undefined }, { push: true })}
            onClear={() => list.clear(...fenceFilterNames)}
          />
        }
        map={
          <Box sx={{ position: 'relative', minWidth: 0, minHeight: 0, height: '100%' }}>
            <FenceMap
              key={fleetId}
              fleetId={fleetId}
              chosen={fence}
              onChoose={choose}
              covered={details ? (isNarrow ? aboveDetails : besideDetails) : undefined}
            />
            {isOnMap && details && <Box sx={isNarrow ? belowMap : beside}>{details}</Box>}
          </Box>
        }
      />
      {!isOnMap && details}
      {actions.dialog}
      {isImporting && <FenceImportDialog fleetId={fleetId} onClose={() => setImporting(false)} />}
    </Box>
  )
}
