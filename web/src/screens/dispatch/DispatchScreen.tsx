import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type Candidate, maxBest } from '@rumbo/contract/dispatch.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useState } from 'react'
import { useErrorMessage, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { AssignPane } from '../../dispatch/AssignPane.tsx'
import { DragAssignProvider } from '../../dispatch/assign/drag-assign.tsx'
import { useAssign } from '../../dispatch/assign/use-assign.tsx'
import { CreatedServices } from '../../dispatch/CreatedServices.tsx'
import { DispatchLayout, type DispatchPane, dispatchPanes } from '../../dispatch/DispatchLayout.tsx'
import { DispatchModeButton } from '../../dispatch/DispatchModeButton.tsx'
import { Decisions } from '../../dispatch/decisions/Decisions.tsx'
import { eligible, type WaitingOrder, waitingOrders } from '../../dispatch/dispatch.rules.ts'
import { FiguresButton } from '../../dispatch/FiguresButton.tsx'
import { MonitoringPane, WaitingPane } from '../../dispatch/panes.tsx'
import { QueueFilterButton, QueueFilters } from '../../dispatch/queue/QueueFilters.tsx'
import {
  addressOfFilter,
  countFilters,
  type QueueFilter,
  readQueueFilter,
} from '../../dispatch/queue/queue-filter.rules.ts'
import { useBulkWaiting } from '../../dispatch/queue/use-bulk-waiting.tsx'
import { Announcer, QueueFigures, ReadOnlyNote } from '../../dispatch/queue-header.tsx'
import { SuggestionsButton, useSuggestions } from '../../dispatch/repositioning/SuggestionsButton.tsx'
import { SoundButton } from '../../dispatch/SoundButton.tsx'
import { useBest, useCandidates } from '../../dispatch/use-candidates.ts'
import { useDispatchKeys } from '../../dispatch/use-dispatch-keys.ts'
import { useQueueLists } from '../../dispatch/use-queue-lists.ts'
import { useLiveVehicles } from '../../live/use-live.ts'
import { usePresent } from '../../live/use-presence.ts'
import { type DetailTab, detailTabs, ServiceDetails } from '../../services/ServiceDetails.tsx'
import { useServiceActions } from '../../services/use-service-actions.tsx'
import { useText } from '../../ui/i18n.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'

/** Waiting services, candidates for them, and services under way. */
export function DispatchScreen({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const { company, fleet } = useWorkspace()
  const fleets = useFleetSelection()
  const [query, change] = useAddressState()
  const isNarrow = useMediaQuery('(max-width: 1099.95px)', { noSsr: true })
  const [hasMap, setHasMap] = useState(true)
  const actions = useServiceActions()
  const vehicles = useLiveVehicles(fleets?.id ?? null)
  const suggestions = useSuggestions(fleets)

  const filter = readQueueFilter(query)
  const isFiltered = countFilters(filter) > 0
  const [hasFilters, setHasFilters] = useState(isFiltered || !isNarrow)
  const changeFilter = (next: QueueFilter) => change({ ...addressOfFilter(next), view: undefined })
  const order: WaitingOrder = waitingOrders.find((one) => one === oneOf(query.sort)) ?? 'risk'
  const { waitingAnswer, runningAnswer, waiting, queue, chosen, moreWaiting, moreRunning } = useQueueLists(
    fleets,
    order,
    oneOf(query.service),
    filter,
  )
  usePresent(chosen)
  const best = useBest(
    waiting.slice(0, maxBest).map(({ id }) => id),
    { enabled: actions.mayDispatch },
  )
  const candidatesAnswer = useCandidates(actions.mayDispatch ? (chosen?.id ?? null) : null)
  const candidates =
    chosen === null || candidatesAnswer.isPlaceholderData ? [] : eligible(candidatesAnswer.data?.items ?? [])
  const isUnchosen = chosen === null && waiting.length > 0 && actions.mayDispatch
  const pane: DispatchPane = dispatchPanes.find((one) => one === oneOf(query.pane)) ?? 'waiting'
  const detailsId = oneOf(query.details)
  const tab: DetailTab = detailTabs.find((name) => name === oneOf(query.tab)) ?? 'information'
  const assigning = useAssign(actions)
  const bulk = useBulkWaiting(waitingAnswer.items, `${fleets?.id} ${JSON.stringify(filter)}`, {
    mayDispatch: actions.mayDispatch,
    lockedReason: assigning.lockedReason,
  })
  const assign = (candidate: Candidate | undefined) => assigning.assign(chosen, candidate)
  const choose = (service: Service) =>
    change(isNarrow ? { service: service.id, pane: 'assign' } : { service: service.id })
  useDispatchKeys({
    onAssignNth: (rank) =>
      bulk && rank === 1 && bulk.ids.size > 0 ? bulk.assignBest() : assign(candidates[rank - 1]),
    onNew: actions.mayDispatch ? actions.openNew : undefined,
    onChooseFirst: chosen === null && waiting[0] ? () => waiting[0] && choose(waiting[0]) : undefined,
    onMap: () => setHasMap(!hasMap),
    onUndo: assigning.undo,
    onClear: bulk && bulk.ids.size > 0 ? bulk.clear : undefined,
  })

  const unfilter = () => changeFilter(readQueueFilter({}))
  const openDetails = (service: Service) => change({ details: service.id, tab: undefined }, { push: true })
  const newButton = actions.mayDispatch && (
    <Button variant="contained" startIcon={<AddRounded />} aria-keyshortcuts="n" onClick={actions.openNew}>
      {t('services.action.new')}
      {!isNarrow && <KeyHint>n</KeyHint>}
    </Button>
  )

  if (fleets === null) {
    return (
      <Box sx={{ p: '20px' }}>
        <Box component="h1" sx={{ typography: 'h1' }}>
          {title}
        </Box>
        <EmptyState title={t('services.list.noFleet')} />
      </Box>
    )
  }

  const content: Record<DispatchPane, ReactNode> = {
    waiting: (
      <CreatedServices fleets={fleets} actions={actions} onDetails={openDetails}>
        <WaitingPane
          services={waitingAnswer.items}
          total={waitingAnswer.total}
          onMore={moreWaiting}
          best={best}
          fleets={fleets}
          chosenId={chosen?.id ?? null}
          onChoose={choose}
          order={order}
          onOrder={(next) => change({ sort: next === 'risk' ? undefined : next })}
          timeZone={company?.timeZone}
          actions={actions}
          onDetails={openDetails}
          error={waitingAnswer.isError ? message(waitingAnswer.error, t('services.error.load')) : null}
          onRetry={() => void waitingAnswer.refetch()}
          newButton={newButton || undefined}
          bulk={bulk}
          onUnfilter={isFiltered ? unfilter : undefined}
        />
      </CreatedServices>
    ),
    assign: (
      <AssignPane
        service={chosen}
        candidates={candidates}
        vehicles={vehicles}
        suggestions={suggestions}
        hasMap={hasMap}
        mayDispatch={actions.mayDispatch}
        isUnchosen={isUnchosen}
        onAssign={assign}
        isBusy={assigning.isBusy}
        lockedReason={assigning.lockedReason}
      />
    ),
    monitoring: (
      <MonitoringPane
        fleets={fleets}
        onUnfilter={isFiltered ? unfilter : undefined}
        services={runningAnswer.items}
        total={runningAnswer.total}
        onMore={moreRunning}
        actions={actions}
        onDetails={openDetails}
        error={runningAnswer.isError ? message(runningAnswer.error, t('services.error.load')) : null}
        onRetry={() => void runningAnswer.refetch()}
      />
    ),
  }
  const counts = { waiting: waitingAnswer.total, assign: undefined, monitoring: runningAnswer.total }
  return (
    <Box sx={{ position: 'absolute', inset: 0, display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 20px',
          p: '8px 16px',
          minHeight: 60,
          backgroundColor: token('surface'),
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <Box component="h1" sx={{ typography: 'h1', m: 0 }}>
          {title}
        </Box>
        <QueueFigures
          waiting={isFiltered ? queue?.waiting : waitingAnswer.total}
          running={isFiltered ? queue?.running : runningAnswer.total}
          oldestSince={queue?.oldestSince}
        />
        <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
          <QueueFilterButton
            filter={filter}
            isOpen={hasFilters}
            onToggle={() => setHasFilters(!hasFilters)}
          />
          <SoundButton />
          <SuggestionsButton suggestions={suggestions} mayDispatch={actions.mayDispatch} />
          <FiguresButton fleets={fleets} />
          {actions.mayDispatch && fleet !== null && <DispatchModeButton fleetId={fleet.id} />}
          {newButton || <ReadOnlyNote />}
        </Box>
      </Box>
      {hasFilters && (
        <QueueFilters fleets={fleets} companyId={company?.id} filter={filter} onChange={changeFilter} />
      )}
      <Announcer newest={queue?.newest} oldestSince={queue?.oldestSince} />
      <DragAssignProvider assigning={assigning} mayDispatch={actions.mayDispatch}>
        <DispatchLayout
          content={content}
          counts={counts}
          isNarrow={isNarrow}
          isReadOnly={!actions.mayDispatch}
          pane={pane}
          onPane={(next) => change({ pane: next === 'waiting' ? undefined : next })}
        />
      </DragAssignProvider>
      {detailsId !== '' && (
        <ServiceDetails
          serviceId={detailsId}
          tab={tab}
          onTab={(next) => change({ tab: next })}
          actions={actions}
          decisions={(service) => <Decisions service={service} />}
          onClose={() => change({ details: undefined, tab: undefined })}
        />
      )}
      {assigning.dialog}
      {bulk?.dialogs}
      {actions.dialogs}
    </Box>
  )
}
