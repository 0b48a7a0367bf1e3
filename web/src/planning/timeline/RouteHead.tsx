import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ErrorRounded from '@mui/icons-material/ErrorRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { RouteSwatch } from '../RouteSwatch.tsx'
import type { RouteView } from '../route-view.rules.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import { minutesOf, type PlanTimes } from '../use-plan-times.ts'

/** The figures of a route in words: `8 paradas · 96 km · 7.5 h · 82 %`. */
export function useRouteFigures(): (view: RouteView) => string {
  const { t, language } = useText()
  return ({ timed, stops, loadShare }) =>
    [
      t('planning.timeline.stops', { count: stops }),
      ...(timed !== null && stops > 0
        ? [
            t('planning.route.km', { km: formatNumber(language, timed.metres / 1_000) }),
            t('planning.route.hours', {
              hours: formatNumber(language, (timed.ends - timed.starts) / 3_600, 1),
            }),
          ]
        : []),
      ...(loadShare === null ? [] : [t('planning.timeline.load', { share: Math.round(loadShare * 100) })]),
    ].join(' · ')
}

interface RouteHeadProps {
  view: RouteView
  isSelected: boolean
  isTabStop: boolean
  times: PlanTimes
  words: PlanTexts
  onSelect: () => void
}

/** The beginning of a row: vehicle, driver, figures, and what is wrong with the route. */
export function RouteHead({ view, isSelected, isTabStop, times, words, onSelect }: RouteHeadProps) {
  const { t } = useText()
  const figures = useRouteFigures()(view)
  const { vehicle, index, route, lateSeconds, wrongs, violations, accepted, exceptions, isUntimed } = view
  const late = minutesOf(lateSeconds)
  const ends = view.timed !== null && view.stops > 0 ? times.clock(view.timed.ends) : null
  const wrongText = [
    t('planning.timeline.wrongs', { count: wrongs }),
    ...(isUntimed ? [words.unfit(view.vehicleId)] : []),
    ...violations.map((violation) => words.violation(violation, view.vehicleId)),
  ].join('. ')
  const acceptedText = [
    t('planning.timeline.exceptions', { count: exceptions }),
    ...accepted.map((one) => words.exception(one, view.vehicleId)),
  ].join('. ')
  const sentence = [
    t('planning.timeline.row', { vehicle: vehicle?.vehicleNumber ?? '—' }),
    vehicle?.driverName ?? t('planning.timeline.noDriver'),
    figures,
    ...(ends === null ? [] : [t('planning.timeline.ends', { time: ends })]),
    ...(route.isLocked ? [t('planning.timeline.locked')] : []),
    ...(late > 0 ? [t('planning.timeline.lateLabel', { minutes: late })] : []),
    ...(wrongs > 0 ? [wrongText] : []),
    ...(exceptions > 0 ? [acceptedText] : []),
  ].join(', ')
  return (
    <ButtonBase
      data-row-open
      data-plan-head={view.vehicleId}
      aria-pressed={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onSelect}
      sx={{
        display: 'flex',
        width: '100%',
        height: '100%',
        gap: '10px',
        px: '10px',
        justifyContent: 'flex-start',
        textAlign: 'left',
        '&.Mui-focusVisible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: '-2px' },
      }}
    >
      <Box component="span" sx={visuallyHidden}>
        {sentence}
      </Box>
      <RouteSwatch index={index} isIdle={view.stops === 0} />
      <Box component="span" aria-hidden sx={{ flex: 1, minWidth: 0 }}>
        <Box component="span" sx={{ display: 'flex', alignItems: 'baseline', gap: '6px' }}>
          <Box component="span" sx={{ typography: 'h3', fontWeight: 700 }}>
            {vehicle?.vehicleNumber ?? '—'}
          </Box>
          <Box component="span" sx={{ ...oneLine, typography: 'body2', color: token('textSoft') }}>
            {vehicle?.driverName ?? t('planning.timeline.noDriver')}
          </Box>
          {ends !== null && (
            <Box
              component="span"
              title={t('planning.timeline.ends', { time: ends })}
              sx={{ ml: 'auto', flex: 'none', typography: 'caption', color: token('textSoft') }}
            >
              {ends}
            </Box>
          )}
        </Box>
        <Box
          component="span"
          title={figures}
          sx={{ ...oneLine, display: 'block', typography: 'caption', color: token('textSoft') }}
        >
          {figures}
        </Box>
      </Box>
      {late > 0 ? (
        <Box
          component="span"
          aria-hidden
          title={wrongText}
          sx={{ flex: 'none', typography: 'caption', fontWeight: 700, color: token('critical') }}
        >
          {t('planning.timeline.late', { minutes: late })}
        </Box>
      ) : (
        wrongs > 0 && (
          <ErrorRounded
            aria-hidden
            titleAccess={wrongText}
            sx={{ flex: 'none', fontSize: 17, color: token('critical') }}
          />
        )
      )}
      {wrongs === 0 && exceptions > 0 && (
        <CheckCircleOutlineRounded
          aria-hidden
          titleAccess={acceptedText}
          sx={{ flex: 'none', fontSize: 17, color: token('alarmed') }}
        />
      )}
      {route.isLocked && (
        <LockOutlined
          aria-hidden
          titleAccess={t('planning.timeline.locked')}
          sx={{ flex: 'none', fontSize: 17, color: token('textSoft') }}
        />
      )}
    </ButtonBase>
  )
}
