import CloseRounded from '@mui/icons-material/CloseRounded'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import FreeBreakfastOutlined from '@mui/icons-material/FreeBreakfastOutlined'
import HomeWorkOutlined from '@mui/icons-material/HomeWorkOutlined'
import LockRounded from '@mui/icons-material/LockRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { type FocusEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { Accepted } from '../Accepted.tsx'
import { routeHeadFinder } from '../editor/move/focus-later.ts'
import { useHover, useIsHovered } from '../hover.tsx'
import { RouteSwatch, routeColour } from '../RouteSwatch.tsx'
import type { RouteView, VisitView } from '../route-view.rules.ts'
import { useRouteFigures } from '../timeline/RouteHead.tsx'
import type { MoveOf } from '../timeline/TimelineRow.tsx'
import { usePanelClosing } from '../use-panel-closing.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import { minutesOf, type PlanTimes } from '../use-plan-times.ts'
import { useStopText } from '../use-stop-text.ts'

interface RoutePanelProps {
  view: RouteView
  selected: ReadonlySet<string>
  times: PlanTimes
  words: PlanTexts
  onSelectStop: (serviceId: string, vehicleId: string, isAdding: boolean) => void
  onClose: () => void
  /** What can be done with the route. */
  actions?: ReactNode
  moveOf?: MoveOf
}

/** The selected route: its figures, and its stops one below the other with times, windows and what is wrong. */
export function RoutePanel(props: RoutePanelProps) {
  const { view, selected, times, words, onSelectStop, onClose, actions, moveOf } = props
  const { t } = useText()
  const figures = useRouteFigures()(view)
  const { close, onKeyDown } = usePanelClosing(onClose, routeHeadFinder(view.vehicleId, null))
  const { vehicle, index, timed, visits, violations, accepted, isUntimed, route } = view
  const breaks = timed?.breaks ?? []
  const firstTimed = visits.findIndex(({ isMade }) => !isMade)
  const number = vehicle?.vehicleNumber ?? '—'
  return (
    <Box
      component="section"
      aria-label={t('planning.route.label', { vehicle: number })}
      onKeyDown={onKeyDown}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        minHeight: 0,
        backgroundColor: token('surface'),
      }}
    >
      <Box sx={{ p: '12px 14px', borderBottom: `1px solid ${token('line')}` }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px' }}>
          <RouteSwatch index={index} />
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Box component="h2" sx={{ ...oneLine, typography: 'h2', m: 0 }}>
              {number}{' '}
              <Box component="span" sx={{ fontWeight: 400, color: token('textSoft') }}>
                {vehicle?.driverName ?? t('planning.timeline.noDriver')}
              </Box>
            </Box>
            {vehicle !== null && (
              <Box sx={{ typography: 'caption', color: token('textSoft') }}>
                {t('planning.route.plate')} {vehicle.plateNumber}
              </Box>
            )}
          </Box>
          {route.isLocked && (
            <LockRounded
              titleAccess={t('planning.timeline.locked')}
              sx={{ fontSize: 18, color: token('textSoft') }}
            />
          )}
          <IconButton
            size="small"
            aria-label={t('planning.route.close')}
            data-plan-head={view.vehicleId}
            data-plan-down
            onClick={close}
          >
            <CloseRounded fontSize="small" />
          </IconButton>
        </Box>
        <Box sx={{ mt: '6px', typography: 'body2', color: token('textSoft') }}>{figures}</Box>
        {isUntimed && <Wrong>{words.unfit(view.vehicleId)}</Wrong>}
        {violations.map((violation) => (
          <Wrong key={`${violation.code} ${violation.dimension ?? violation.break ?? ''}`}>
            {words.violation(violation, view.vehicleId)}
          </Wrong>
        ))}
        {accepted.map((one) => (
          <Accepted key={one.violation.code}>{words.exception(one, view.vehicleId)}</Accepted>
        ))}
        {actions && <Box sx={{ mt: '10px', display: 'flex', flexWrap: 'wrap', gap: '8px' }}>{actions}</Box>}
      </Box>
      <Box
        data-plan-route={view.vehicleId}
        data-plan-down
        data-plan-scroll={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}
      >
        {visits.length === 0 ? (
          <EmptyState title={t('planning.route.empty')} />
        ) : (
          <Box component="ol" aria-label={t('planning.route.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {timed !== null && timed.visits.length > 0 && (
              <Point
                icon={<HomeWorkOutlined />}
                label={t('planning.route.start')}
                time={times.clock(timed.starts)}
              />
            )}
            {visits.map((visit, at) => (
              <li key={visit.key}>
                {breaks
                  .filter(({ after }) => after === at - Math.max(0, firstTimed))
                  .map(({ begins, ends }) => (
                    <Pause key={begins} text={`${times.clock(begins)}–${times.clock(ends)}`} />
                  ))}
                <StopRow
                  visit={visit}
                  index={index}
                  isSelected={visit.visit.serviceId !== null && selected.has(visit.visit.serviceId)}
                  times={times}
                  words={words}
                  onSelect={onSelectStop}
                  vehicleId={view.vehicleId}
                  moveOf={moveOf}
                />
              </li>
            ))}
            {timed !== null && timed.visits.length > 0 && (
              <Point
                icon={<HomeWorkOutlined />}
                label={t('planning.route.end')}
                time={times.clock(timed.ends)}
              />
            )}
          </Box>
        )}
      </Box>
    </Box>
  )
}

function Wrong({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '5px',
        typography: 'body2',
        color: token('critical'),
      }}
    >
      <ErrorRounded aria-hidden sx={{ fontSize: 15 }} />
      {children}
    </Box>
  )
}

const line = {
  display: 'grid',
  gridTemplateColumns: '28px minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '10px',
  px: '14px',
  borderBottom: `1px solid ${token('line')}`,
} as const

function Point({ icon, label, time }: { icon: ReactNode; label: string; time: string }) {
  return (
    <Box component="li" sx={{ ...line, minHeight: 36, color: token('textSoft'), '& svg': { fontSize: 18 } }}>
      <Box component="span" sx={{ display: 'grid', placeItems: 'center' }}>
        {icon}
      </Box>
      {label}
      <span>{time}</span>
    </Box>
  )
}

function Pause({ text }: { text: string }) {
  const { t } = useText()
  return (
    <Box
      sx={{
        ...line,
        minHeight: 30,
        backgroundColor: token('sunken'),
        typography: 'body2',
        '& svg': { fontSize: 16 },
      }}
    >
      <Box component="span" sx={{ display: 'grid', placeItems: 'center' }}>
        <FreeBreakfastOutlined />
      </Box>
      {t('planning.route.break')}
      <span>{text}</span>
    </Box>
  )
}

interface StopRowProps {
  visit: VisitView
  index: number
  isSelected: boolean
  times: PlanTimes
  words: PlanTexts
  onSelect: (serviceId: string, vehicleId: string, isAdding: boolean) => void
  vehicleId: string
  /** Called within, since it gives other properties each time. */
  moveOf?: MoveOf
}

const StopRow = memo(function StopRow(props: StopRowProps) {
  const { visit: view, index, isSelected, times, words, onSelect, vehicleId, moveOf } = props
  const moving = view.ahead === null ? undefined : moveOf?.(vehicleId, view.ahead)
  const { visit, number, order, stop, times: at, window, isMade, over, violations, accepted } = view
  const { t } = useText()
  const hover = useHover()
  const isHovered = useIsHovered(visit.serviceId)
  const { title, wrongs, exceptions, warnings } = useStopText({ times, words })(view)
  const { serviceId, stopId } = visit
  const waiting = at === null ? 0 : at.begins - at.arrives
  const show = () => hover.set(serviceId === null ? null : { serviceId, stopId, element: null })
  return (
    <ButtonBase
      {...(moving as object)}
      component="div"
      data-row-open
      data-stop={stopId ?? undefined}
      data-plan-index={view.ahead ?? undefined}
      aria-pressed={isSelected}
      onClick={(event: MouseEvent) =>
        serviceId !== null && onSelect(serviceId, vehicleId, event.ctrlKey || event.metaKey || event.shiftKey)
      }
      onPointerEnter={show}
      onPointerLeave={() => hover.set(null)}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        show()
        moving?.onFocus(event)
        event.currentTarget.scrollIntoView?.({ block: 'nearest' })
      }}
      onBlur={() => hover.set(null)}
      sx={{
        ...line,
        width: '100%',
        py: '7px',
        alignItems: 'start',
        textAlign: 'left',
        opacity: isMade || over !== null ? 0.7 : 1,
        backgroundColor: isSelected ? token('primarySoft') : isHovered ? token('sunken') : 'transparent',
        '&.Mui-focusVisible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: '-2px' },
      }}
    >
      <Box
        component="span"
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: 26,
          height: 26,
          borderRadius: '8px',
          typography: 'subtitle2',
          color: token('markInk'),
          backgroundColor:
            serviceId === null
              ? token('textSoft')
              : violations.length > 0
                ? token('critical')
                : accepted.length > 0
                  ? token('alarmed')
                  : routeColour(index),
        }}
      >
        {serviceId === null ? <HomeWorkOutlined sx={{ fontSize: 16 }} /> : number}
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        <Box
          component="span"
          sx={{ ...oneLine, display: 'block', typography: 'subtitle2' }}
          title={stop?.address}
        >
          {stop?.address ?? title}
        </Box>
        <Box
          component="span"
          sx={{ ...oneLine, display: 'block', typography: 'caption', color: token('textSoft') }}
        >
          {[
            ...(stop === null ? [] : [t(`services.stop.type.${stop.stopType}`)]),
            ...(order === null ? [] : [`${order.serviceNumber} ${order.customerName}`]),
            ...(window.from === null && window.until === null ? [] : [times.window(window)]),
            ...(visit.lock === null ? [] : [t(`planning.stop.lock.${visit.lock}`)]),
          ].join(' · ')}
        </Box>
        {wrongs.map((wrong) => (
          <Wrong key={wrong}>{wrong}</Wrong>
        ))}
        {exceptions.map((exception) => (
          <Accepted key={exception}>{exception}</Accepted>
        ))}
        {warnings.map((warning) => (
          <Box
            key={warning}
            component="span"
            sx={{ display: 'block', typography: 'body2', color: token('alarmed') }}
          >
            {warning}
          </Box>
        ))}
      </Box>
      <Box component="span" sx={{ textAlign: 'right', typography: 'subtitle2' }}>
        {at !== null && times.clock(at.begins)}
        {at === null && (over === null ? '—' : t(`planning.stop.over.${over}`))}
        {waiting >= 60 && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: token('textSoft') }}>
            {t('planning.stop.waits', { minutes: minutesOf(waiting) })}
          </Box>
        )}
        {isMade && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: token('textSoft') }}>
            {t('planning.stop.made')}
          </Box>
        )}
      </Box>
    </ButtonBase>
  )
})
