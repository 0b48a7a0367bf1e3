import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import type { Search } from '@rumbo/contract/dispatch.offers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { ReactNode } from 'react'
import { useFleetNames } from '../app/client-context.tsx'
import { PresentPeople } from '../services/PresentPeople.tsx'
import { PriorityMark } from '../services/PriorityMark.tsx'
import { ServiceTypeIcon } from '../services/ServiceTypeIcon.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useDragAssign } from './assign/drag-assign.tsx'
import { arrivalText, waitingSinceMs } from './dispatch.rules.ts'
import type { SelectHow } from './queue/selection.rules.ts'
import { SearchState } from './SearchState.tsx'
import type { Best } from './use-candidates.ts'
import { useWaitWords, WaitClock } from './WaitClock.tsx'

interface RowSelecting {
  isSelected: boolean
  /** Something is selected, so that each row shows whether it is. */
  isShown: boolean
  onSelect: (how: SelectHow) => void
}

interface WaitingRowProps {
  service: Service
  isChosen: boolean
  /** The vehicle with the earliest arrival; null if there is none, undefined while unknown. */
  best: Best | undefined
  /** What the engine is doing for it; undefined where people dispatch. */
  search: Search | undefined
  timeZone: string | undefined
  onChoose: () => void
  /** Undefined where nothing can be done with several services. */
  selection: RowSelecting | undefined
  menu: ReactNode
}

const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const

export function WaitingRow({
  service,
  isChosen,
  best,
  search,
  timeZone,
  onChoose,
  selection,
  menu,
}: WaitingRowProps) {
  const { t } = useText()
  const sinceMs = waitingSinceMs(service)
  const words = useWaitWords(sinceMs)
  const fleetName = useFleetNames()
  const drag = useDragAssign()
  return (
    <Box
      {...drag?.rowProps(service)}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        borderBottom: `1px solid ${token('line')}`,
        boxShadow: isChosen ? `inset 3px 0 0 ${token('primary')}` : 'none',
        backgroundColor: isChosen ? token('primarySoft') : 'transparent',
        '&:hover': { backgroundColor: isChosen ? token('primarySoft') : token('sunken') },
      }}
    >
      {selection?.isShown && (
        <Checkbox
          size="small"
          checked={selection.isSelected}
          onChange={() => selection.onSelect('toggle')}
          slotProps={{ input: { 'aria-label': t('dispatch.select.one', { number: service.serviceNumber }) } }}
          sx={{ mt: '2px', ml: '4px', mr: '-10px' }}
        />
      )}
      <ButtonBase
        data-row-open
        data-service={service.id}
        aria-pressed={isChosen}
        onClick={(event) => {
          const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : null
          if (selection && how !== null) selection.onSelect(how)
          else onChoose()
        }}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && onChoose()}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'grid',
          gridTemplateColumns: '18px minmax(0, 1fr) auto',
          columnGap: '10px',
          alignItems: 'center',
          textAlign: 'left',
          p: '10px 4px 10px 14px',
          '&.Mui-focusVisible': { outlineOffset: '-2px' },
        }}
      >
        <PriorityMark priority={service.priorityLevel} />
        <Box component="span" sx={{ minWidth: 0 }}>
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: '6px' }}>
            <ServiceTypeIcon type={service.serviceType} label={t(`services.type.${service.serviceType}`)} />
            <Box
              component="span"
              data-name=""
              sx={{ typography: 'h3', minWidth: 0, overflowWrap: 'anywhere', ...twoLines }}
            >
              {service.plannedStops[0]?.address}
            </Box>
          </Box>
          <Box
            component="span"
            data-name=""
            sx={{
              display: 'block',
              typography: 'body2',
              color: token('textSoft'),
              overflowWrap: 'anywhere',
            }}
          >
            {service.customerName} · {service.serviceNumber}
            {fleetName && ` · ${fleetName(service.fleetId)}`}
          </Box>
          {search && <SearchState search={search} />}
          {best !== undefined && search?.state !== 'suggested' && <BestVehicle best={best} />}
        </Box>
        <Box component="span" sx={{ textAlign: 'right', alignSelf: 'start' }}>
          <WaitClock sinceMs={sinceMs} timeZone={timeZone} />
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: token('textSoft') }}>
            {words}
          </Box>
          <PresentPeople serviceId={service.id} />
        </Box>
      </ButtonBase>
      <Box sx={{ pt: '8px', pr: '4px' }}>{menu}</Box>
    </Box>
  )
}

function BestVehicle({ best }: { best: Best }) {
  const { t } = useText()
  return (
    <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
      {best === null ? (
        t('dispatch.best.none')
      ) : (
        <>
          {t('dispatch.best.label')}{' '}
          <Box component="span" sx={{ fontWeight: 620, color: token('text') }}>
            {best.vehicleNumber}
            {best.arrivalSeconds !== null && ` · ${arrivalText(best.arrivalSeconds, best.isEstimate)}`}
          </Box>
        </>
      )}
    </Box>
  )
}
