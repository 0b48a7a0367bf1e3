import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Service } from '@rumbo/contract/services.contract'
import type { ReactNode } from 'react'
import type { FleetSelection } from '../app/session/workspace.ts'
import type { ServiceActions } from '../services/use-service-actions.tsx'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { moveBetweenRows, RowMenu } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { Best } from './CandidatePanel.tsx'
import { type WaitingOrder, waitingOrders } from './dispatch.rules.ts'
import { MonitoringRow } from './MonitoringRow.tsx'
import { usePredictions } from './Prediction.tsx'
import { useSearches } from './SearchState.tsx'
import { WaitingRow } from './WaitingRow.tsx'

interface PaneProps {
  title: string
  count: number | undefined
  /** Loads the next page; undefined if all are shown. */
  onMore?: () => void
  shown?: number
  extra?: ReactNode
  children: ReactNode
}

function Pane({ title, count, shown, onMore, extra, children }: PaneProps) {
  const { t } = useText()
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        minWidth: 0,
        height: '100%',
        backgroundColor: token('surface'),
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '8px',
          minHeight: 54,
          px: '14px',
          borderBottom: `1px solid ${token('line')}`,
        }}
      >
        <Box component="h2" sx={{ typography: 'h2', m: 0 }}>
          {title}
        </Box>
        {count !== undefined && (
          <Box
            component="span"
            sx={{
              px: '8px',
              borderRadius: '10px',
              backgroundColor: token('sunken'),
              typography: 'subtitle2',
            }}
          >
            {count}
          </Box>
        )}
        <Box sx={{ ml: 'auto' }}>{extra}</Box>
      </Box>
      <Box onKeyDown={moveBetweenRows} sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        {children}
        {onMore && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', p: '8px 14px' }}>
            <Box sx={{ flex: 1, typography: 'body2', color: token('textSoft') }}>
              {t('dispatch.more.shown', { shown: shown ?? 0, total: count ?? 0 })}
            </Box>
            <Button size="small" onClick={onMore}>
              {t('dispatch.more.action')}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  )
}

interface ListPaneProps {
  /** Undefined before the first answer. */
  services: readonly Service[] | undefined
  /** Total number, shown or not. */
  total: number | undefined
  onMore: (() => void) | undefined
  actions: ServiceActions
  onDetails: (service: Service) => void
  error: string | null
  onRetry: () => void
}

function Rows({
  services,
  label,
  empty,
  error,
  onRetry,
  row,
}: Pick<ListPaneProps, 'services' | 'error' | 'onRetry'> & {
  label: string
  empty: ReactNode
  row: (service: Service) => ReactNode
}) {
  return (
    <>
      {error !== null && <ErrorState title={error} onRetry={onRetry} />}
      {services === undefined ? (
        error === null && <ListSkeleton rows={5} />
      ) : services.length === 0 ? (
        error === null && empty
      ) : (
        <Box
          component="ul"
          aria-label={label}
          sx={{ listStyle: 'none', m: 0, p: 0, opacity: error === null ? 1 : 0.55 }}
        >
          {services.map((service) => (
            <li key={service.id}>{row(service)}</li>
          ))}
        </Box>
      )}
    </>
  )
}

function useMenu(actions: ServiceActions, onDetails: (service: Service) => void) {
  const { t } = useText()
  return (service: Service) => (
    <RowMenu
      name={String(service.serviceNumber)}
      items={[
        { label: t('services.action.details'), onChoose: () => onDetails(service) },
        ...actions
          .of(service)
          .map(({ label, icon, run, isDestructive }) => ({ label, icon, isDestructive, onChoose: run })),
      ]}
    />
  )
}

interface WaitingPaneProps extends ListPaneProps {
  chosenId: string | null
  best: ReadonlyMap<string, Best>
  fleets: FleetSelection
  onChoose: (service: Service) => void
  order: WaitingOrder
  onOrder: (order: WaitingOrder) => void
  timeZone: string | undefined
  newButton: ReactNode
}

/** On Dispatch: services waiting for a vehicle. */
export function WaitingPane(props: WaitingPaneProps) {
  const { services, chosenId, best, fleets, onChoose, order, onOrder, timeZone, actions, newButton } = props
  const { t } = useText()
  const menu = useMenu(actions, props.onDetails)
  const title = t('dispatch.waiting.title')
  const searches = useSearches(fleets)
  return (
    <Pane
      title={title}
      count={props.total}
      shown={services?.length}
      onMore={props.onMore}
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
  const menu = useMenu(props.actions, props.onDetails)
  const title = t('dispatch.monitoring.title')
  return (
    <Pane title={title} count={props.total} shown={props.services?.length} onMore={props.onMore}>
      <Rows
        services={props.services}
        label={title}
        error={props.error}
        onRetry={props.onRetry}
        empty={
          <EmptyState title={t('dispatch.monitoring.empty')} text={t('dispatch.monitoring.emptyText')} />
        }
        row={(service) => (
          <MonitoringRow
            service={service}
            prediction={predictions.get(service.id)}
            onOpen={() => props.onDetails(service)}
            menu={menu(service)}
          />
        )}
      />
    </Pane>
  )
}
