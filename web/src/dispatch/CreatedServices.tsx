import ExpandLessRounded from '@mui/icons-material/ExpandLessRounded'
import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded'
import SendRounded from '@mui/icons-material/SendRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { listServices, type Service } from '@rumbo/contract/services.contract'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useMoment } from '../app/use-moment.ts'
import type { ServiceActions } from '../services/use-service-actions.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useDragAssign } from './assign/drag-assign.tsx'
import { reservedOf, useReserving } from './assign/use-reserving.ts'
import { createdInput, hintSpacing } from './monitor-reads.ts'
import { useMenu } from './pane-parts.tsx'
import { SearchState, useSearches } from './SearchState.tsx'
import { usePlanItem } from './use-plan-item.ts'

interface CreatedServicesProps {
  fleets: FleetSelection
  actions: ServiceActions
  onDetails: (service: Service) => void
  /** Fills the room above. */
  children: ReactNode
}

/** Below a list, the services that were created but not sent to dispatch, also for later, the earliest first. */
export function CreatedServices({ children, ...props }: CreatedServicesProps) {
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 }}>
      <Box sx={{ flex: 1, minHeight: 0 }}>{children}</Box>
      <Created {...props} />
    </Box>
  )
}

function Created({ fleets, actions, onDetails }: Omit<CreatedServicesProps, 'children'>) {
  const { t } = useText()
  const moment = useMoment()
  const [isOpen, setOpen] = useState(false)
  const first = useEndpoint(listServices, createdInput(fleets.query, 1), { meta: hintSpacing.created })
  const list = useEndpoint(listServices, createdInput(fleets.query), {
    meta: hintSpacing.created,
    enabled: isOpen,
  })
  const created = (isOpen ? list.data : undefined) ?? first.data
  const searches = useSearches(fleets)
  const reserving = useReserving()
  const drag = useDragAssign()
  const planItem = usePlanItem()
  const menu = useMenu(actions, onDetails, (service) => {
    const search = searches.get(service.id)
    if (!drag) return planItem(service, search)
    const reserved = reservedOf(service, search)
    return [
      { label: t('dispatch.reserve.action'), onChoose: () => drag.openDialog(service) },
      ...(reserved
        ? [{ label: t('dispatch.reserve.release'), onChoose: () => void reserving.release(reserved) }]
        : []),
      ...planItem(service, search),
    ]
  })
  const services = (created?.items ?? []).filter(({ status }) => status === 'created')
  const total = created?.total ?? 0
  if (services.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={t('dispatch.created.title')}
      sx={{ borderTop: `1px solid ${token('line')}`, backgroundColor: token('surface'), minWidth: 0 }}
    >
      <ButtonBase
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        sx={{ width: '100%', minHeight: 48, px: '14px', gap: '8px', justifyContent: 'flex-start' }}
      >
        <Box component="span" sx={{ typography: 'h3' }}>
          {t('dispatch.created.title')}
        </Box>
        <Box component="span" sx={{ typography: 'subtitle2', color: token('textSoft') }}>
          {total}
        </Box>
        <Box component="span" sx={{ ml: 'auto', display: 'inline-flex' }}>
          {isOpen ? <ExpandMoreRounded /> : <ExpandLessRounded />}
        </Box>
      </ButtonBase>
      {isOpen && (
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: '0 0 6px', maxHeight: '32dvh', overflowY: 'auto' }}
        >
          {services.map((service) => {
            const send = actions.of(service).find(({ key }) => key === 'sendToDispatch')
            const search = searches.get(service.id)
            return (
              <Box
                component="li"
                key={service.id}
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: '2px',
                  p: '4px 4px 4px 0',
                  borderTop: `1px solid ${token('line')}`,
                }}
              >
                <ButtonBase
                  onClick={() => onDetails(service)}
                  sx={{
                    flex: 1,
                    minWidth: 0,
                    minHeight: 48,
                    px: '14px',
                    display: 'block',
                    textAlign: 'left',
                    borderRadius: '8px',
                  }}
                >
                  <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
                    {moment(service.dispatchTime)} · {service.customerName} · {service.serviceNumber}
                  </Box>
                  <Box
                    component="span"
                    sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}
                  >
                    {service.plannedStops.map(({ address }) => address).join(' → ')}
                  </Box>
                  {search && <SearchState search={search} />}
                </ButtonBase>
                {send && (
                  <IconButton
                    aria-label={t('dispatch.created.send', { number: service.serviceNumber })}
                    title={send.label}
                    onClick={send.run}
                  >
                    <SendRounded fontSize="small" />
                  </IconButton>
                )}
                {menu(service)}
              </Box>
            )
          })}
          {total > services.length && (
            <Box component="li" sx={{ typography: 'body2', color: token('textSoft'), p: '6px 14px' }}>
              {t('dispatch.more.shown', { shown: services.length, total })}
            </Box>
          )}
        </Box>
      )}
    </Box>
  )
}
