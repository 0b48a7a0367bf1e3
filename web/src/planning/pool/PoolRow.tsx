import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import ReplayRounded from '@mui/icons-material/ReplayRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { type MouseEvent, memo } from 'react'
import { PriorityMark } from '../../services/PriorityMark.tsx'
import { ServiceTypeIcon } from '../../services/ServiceTypeIcon.tsx'
import { useText } from '../../ui/i18n.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { token } from '../../ui/theme/tokens.ts'
import type { usePoolProps } from '../editor/move/use-visit-props.ts'
import { useHover, useIsHovered } from '../hover.tsx'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { isUnplanned, type PoolItem } from './pool.rules.ts'

export const rowPixels = 54
export const notePixels = 20

/** The lines below an order: why it has no route, and what is doubtful. */
export const notesOf = (item: PoolItem): number =>
  (item.reason !== null && isUnplanned(item) ? 1 : 0) + item.warnings.length

export type SelectHow = 'only' | 'toggle' | 'range'
const howOf = ({ shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) =>
  shiftKey ? 'range' : ctrlKey || metaKey ? 'toggle' : 'only'

/** What makes an order a source of moves. */
export type OrderMoving = ReturnType<ReturnType<typeof usePoolProps>>

export interface PoolRowProps {
  item: PoolItem
  isSelected: boolean
  /** Has the tab stop of the list. */
  isTabStop: boolean
  times: PlanTimes
  words: PlanTexts
  second: (instant: string) => number
  onSelect: (serviceId: string, how: SelectHow) => void
  /** Absent where the plan may not be edited. */
  onRetry?: (serviceId: string) => void
  /** What makes it a source of a drag; called within, since it gives other properties each time. */
  moveOf?: (serviceId: string) => OrderMoving
}

/** One order of the pool. */
export const PoolRow = memo(function PoolRow(props: PoolRowProps) {
  const { item, isSelected, isTabStop, times, words, second, onSelect, onRetry, moveOf } = props
  const { order, vehicleNumber, reason, warnings } = item
  const { serviceId, serviceNumber, serviceType, priorityLevel, customerName, stops } = order
  const { t } = useText()
  const hover = useHover()
  const isHovered = useIsHovered(serviceId)
  const window = stops.find(({ windowStart, windowEnd }) => windowStart !== null || windowEnd !== null)
  const windowText = times.window({
    from: window?.windowStart ? second(window.windowStart) : null,
    until: window?.windowEnd ? second(window.windowEnd) : null,
  })
  const details = [
    stops[0]?.address ?? '',
    ...(stops.length > 2 ? [t('planning.pool.stops', { count: stops.length })] : []),
    words.needs(order),
    vehicleNumber === null ? '' : t('planning.pool.inVehicle', { vehicle: vehicleNumber }),
  ].filter(Boolean)
  const choose = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('input, [data-own]')) return
    onSelect(serviceId, howOf(event))
  }
  return (
    // The keys of the list are handled by the list; the button within opens the row to the keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      {...moveOf?.(serviceId)}
      onClick={choose}
      onPointerEnter={() => hover.set({ serviceId, stopId: null, element: null })}
      onPointerLeave={() => hover.set(null)}
      style={{ height: '100%' }}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: '34px minmax(0, 1fr)',
          height: '100%',
          pr: '12px',
          pl: '6px',
          borderBottom: `1px solid ${token('line')}`,
          backgroundColor: isSelected ? token('primarySoft') : isHovered ? token('sunken') : 'transparent',
          cursor: 'default',
          userSelect: 'none',
        }}
      >
        <Checkbox
          size="small"
          checked={isSelected}
          tabIndex={-1}
          slotProps={{
            input: { 'aria-label': t('planning.pool.select', { number: String(serviceNumber) }) },
          }}
          onChange={() => onSelect(serviceId, 'toggle')}
          sx={{ p: '4px', alignSelf: 'start', mt: '7px' }}
        />
        <Box sx={{ minWidth: 0, py: '7px' }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: '6px' }}>
            <ButtonBase
              data-row-open
              data-service={serviceId}
              aria-pressed={isSelected}
              tabIndex={isTabStop ? 0 : -1}
              onFocus={() => hover.set({ serviceId, stopId: null, element: null })}
              onBlur={() => hover.set(null)}
              sx={{ ...oneLine, display: 'block', textAlign: 'left', typography: 'h3', borderRadius: '4px' }}
            >
              {serviceNumber} · {customerName}
            </ButtonBase>
            {priorityLevel !== 'medium' && (
              <Box component="span" sx={{ display: 'inline-flex', alignSelf: 'center', flex: 'none' }}>
                <PriorityMark priority={priorityLevel} />
              </Box>
            )}
            <Box
              component="span"
              sx={{ ml: 'auto', flex: 'none', typography: 'caption', color: token('textSoft') }}
            >
              {windowText}
            </Box>
          </Box>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: '5px',
              height: 20,
              color: token('textSoft'),
              typography: 'body2',
              '& svg': { fontSize: 15, flex: 'none' },
            }}
          >
            <ServiceTypeIcon type={serviceType} label={t(`services.type.${serviceType}`)} />
            <Box component="span" sx={oneLine} title={details.join(' · ')}>
              {details.join(' · ')}
            </Box>
          </Box>
          {reason !== null && isUnplanned(item) && (
            <Note text={words.reason(reason)}>
              {onRetry && (
                <IconButton
                  data-own
                  size="small"
                  tabIndex={isTabStop ? 0 : -1}
                  aria-label={t('planning.pool.retryOf', { number: String(serviceNumber) })}
                  title={t('planning.pool.retry')}
                  onClick={() => onRetry(serviceId)}
                  sx={{ p: '1px', '& svg': { fontSize: 16 }, color: token('primaryText') }}
                >
                  <ReplayRounded />
                </IconButton>
              )}
            </Note>
          )}
          {warnings.map((warning) => (
            <Note key={`${warning.code} ${warning.otherServiceId}`} text={words.warning(warning)} />
          ))}
        </Box>
      </Box>
    </div>
  )
})

function Note({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '5px',
        height: notePixels,
        color: token('alarmed'),
        typography: 'caption',
      }}
    >
      <ErrorOutlineRounded aria-hidden sx={{ fontSize: 14, flex: 'none' }} />
      <Box component="span" sx={oneLine} title={text}>
        {text}
      </Box>
      {children}
    </Box>
  )
}
