import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Service } from '@rumbo/contract/services.contract'
import type { KeyboardEvent, ReactNode } from 'react'
import { useMessageItems } from '../messaging/use-message-items.tsx'
import type { ServiceActions } from '../services/use-service-actions.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { moveBetweenRows, RowMenu, type RowMenuItem } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'

interface PaneProps {
  title: string
  count: number | undefined
  /** Loads the next page; undefined if all are shown. */
  onMore?: () => void
  shown?: number
  extra?: ReactNode
  /** Above the rows. */
  bar?: ReactNode
  /** Keys on a row. Default: the arrows move between rows. */
  onRowKey?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** One list of the monitor, with its heading, a bar and what loads more. */
export function Pane({ title, count, shown, onMore, extra, bar, onRowKey, children }: PaneProps) {
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
      {bar}
      <Box onKeyDown={onRowKey ?? moveBetweenRows} sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
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

export interface ListPaneProps {
  /** Undefined before the first answer. */
  services: readonly Service[] | undefined
  /** Total number, shown or not. */
  total: number | undefined
  onMore: (() => void) | undefined
  actions: ServiceActions
  onDetails: (service: Service) => void
  error: string | null
  onRetry: () => void
  /** Removes the filter; undefined without one. */
  onUnfilter: (() => void) | undefined
}

/** The rows, or why there are none; kept on screen while an error is shown. */
export function Rows({
  services,
  label,
  empty,
  error,
  onRetry,
  onUnfilter,
  row,
}: Pick<ListPaneProps, 'services' | 'error' | 'onRetry' | 'onUnfilter'> & {
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
        error === null && (onUnfilter ? <Unfiltered onUnfilter={onUnfilter} /> : empty)
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

/** Nothing fits the filter. */
function Unfiltered({ onUnfilter }: { onUnfilter: () => void }) {
  const { t } = useText()
  return (
    <EmptyState
      title={t('dispatch.filter.nothing')}
      action={
        <Button variant="outlined" onClick={onUnfilter}>
          {t('dispatch.filter.clear')}
        </Button>
      }
    />
  )
}

/** The menu of a row: details, what the list adds, and the actions of the service. */
export function useMenu(
  actions: ServiceActions,
  onDetails: (service: Service) => void,
  more: (service: Service) => RowMenuItem[] = () => [],
) {
  const { t } = useText()
  const messages = useMessageItems()
  return (service: Service) => (
    <RowMenu
      name={String(service.serviceNumber)}
      items={[
        { label: t('services.action.details'), onChoose: () => onDetails(service) },
        ...more(service),
        ...messages.ofService(service),
        ...actions
          .of(service)
          .map(({ label, icon, run, isDestructive }) => ({ label, icon, isDestructive, onChoose: run })),
      ]}
    />
  )
}
