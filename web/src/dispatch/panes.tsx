import type { Service } from '@rumbo/contract/services.contract'
import { canMove } from '@rumbo/contract/services.rules'
import type { ReactNode } from 'react'
import type { FleetSelection } from '../app/session/workspace.ts'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useDragAssign } from './assign/drag-assign.tsx'
import { reservedOf, useReserving } from './assign/use-reserving.ts'
import { type WaitingOrder, waitingOrders } from './dispatch.rules.ts'
import { MonitoringRow } from './MonitoringRow.tsx'
import { useReservationItems, useReservations } from './NextServices.tsx'
import { usePredictions } from './Prediction.tsx'
import { type ListPaneProps, Pane, Rows, useMenu } from './pane-parts.tsx'
import { selectByKey } from './queue/select-by-key.ts'
import type { BulkWaiting } from './queue/use-bulk-waiting.tsx'
import { useSearches } from './SearchState.tsx'
import type { Best } from './use-candidates.ts'
import { usePlanItem } from './use-plan-item.ts'
import { WaitingRow } from './WaitingRow.tsx'

interface WaitingPaneProps extends ListPaneProps {
  chosenId: string | null
  best: ReadonlyMap<string, Best>
  fleets: FleetSelection
  onChoose: (service: Service) => void
  order: WaitingOrder
  onOrder: (order: WaitingOrder) => void
  timeZone: string | undefined
  newButton: ReactNode
  /** Undefined for those who may not dispatch. */
  bulk: BulkWaiting | undefined
}

/** On Dispatch: services waiting for a vehicle. */
export function WaitingPane(props: WaitingPaneProps) {
  const { services, chosenId, best, fleets, onChoose, order, onOrder, timeZone, actions, newButton, bulk } =
    props
  const { t } = useText()
  const title = t('dispatch.waiting.title')
  const searches = useSearches(fleets)
  const reserving = useReserving()
  const drag = useDragAssign()
  const planItem = usePlanItem()
  const menu = useMenu(actions, props.onDetails, (service) => {
    if (!bulk) return planItem(service, searches.get(service.id))
    const search = searches.get(service.id)
    const action = search?.state === 'on_hold' ? 'release' : 'hold'
    const reserved = reservedOf(service, search)
    return [
      ...(drag ? [{ label: t('dispatch.assignTo.action'), onChoose: () => drag.openDialog(service) }] : []),
      ...(reserved
        ? [{ label: t('dispatch.reserve.release'), onChoose: () => void reserving.release(reserved) }]
        : []),
      ...planItem(service, search),
      { label: t(`dispatch.bulk.${action}`), onChoose: () => void bulk.hold(service, action) },
      {
        label: t('dispatch.select.row'),
        isChecked: bulk.ids.has(service.id),
        isToggle: true,
        onChoose: () => bulk.select(service.id, 'toggle'),
      },
    ]
  })
  return (
    <Pane
      title={title}
      count={props.total}
      shown={services?.length}
      onMore={props.onMore}
      bar={bulk?.bar}
      onRowKey={bulk && ((event) => selectByKey(event, bulk.select))}
      extra={
        <InlineSelect
          label={t('map.sort.label')}
          value={order}
          options={waitingOrders.map((one) => ({ value: one, label: t(`dispatch.order.${one}`) }))}
          onChange={onOrder}
        />
      }
    >
      <Rows
        services={services}
        label={title}
        error={props.error}
        onRetry={props.onRetry}
        onUnfilter={props.onUnfilter}
        empty={
          <EmptyState
            title={t('dispatch.waiting.empty')}
            text={t('dispatch.waiting.emptyText')}
            action={newButton}
          />
        }
        row={(service) => (
          <WaitingRow
            service={service}
            isChosen={service.id === chosenId}
            best={best.get(service.id)}
            search={searches.get(service.id)}
            timeZone={timeZone}
            onChoose={() => onChoose(service)}
            selection={
              bulk && {
                isSelected: bulk.ids.has(service.id),
                isShown: bulk.ids.size > 0,
                onSelect: (how) => bulk.select(service.id, how),
              }
            }
            menu={menu(service)}
          />
        )}
      />
    </Pane>
  )
}

/** Monitoring: services with a vehicle. */
export function MonitoringPane(props: ListPaneProps & { fleets: FleetSelection }) {
  const { t } = useText()
  const predictions = usePredictions(props.fleets)
  const reservations = useReservations(props.fleets.query)
  const reservationItems = useReservationItems()
  const drag = useDragAssign()
  const menu = useMenu(props.actions, props.onDetails, (service) => [
    ...(drag && canMove(service.status, 'unassign')
      ? [{ label: t('dispatch.reassign.action'), onChoose: () => drag.openDialog(service) }]
      : []),
    ...(drag ? reservationItems(reservations.get(service.assignedVehicleId ?? '')) : []),
  ])
  const title = t('dispatch.monitoring.title')
  return (
    <Pane title={title} count={props.total} shown={props.services?.length} onMore={props.onMore}>
      <Rows
        services={props.services}
        label={title}
        error={props.error}
        onRetry={props.onRetry}
        onUnfilter={props.onUnfilter}
        empty={
          <EmptyState title={t('dispatch.monitoring.empty')} text={t('dispatch.monitoring.emptyText')} />
        }
        row={(service) => (
          <MonitoringRow
            service={service}
            prediction={predictions.get(service.id)}
            reservations={reservations.get(service.assignedVehicleId ?? '')}
            onOpen={() => props.onDetails(service)}
            menu={menu(service)}
          />
        )}
      />
    </Pane>
  )
}
