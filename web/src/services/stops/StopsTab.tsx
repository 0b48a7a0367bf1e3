import CancelOutlined from '@mui/icons-material/CancelOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Service } from '@rumbo/contract/services.contract'
import { formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { useMemo, useState } from 'react'
import { useCan } from '../../app/client-context.tsx'
import { PhoneLink } from '../../ui/ContactLinks.tsx'
import { boxLook } from '../../ui/card-look.ts'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useMoment } from '../use-moment.ts'
import { CancelStopDialog } from './CancelStopDialog.tsx'
import { CorrectStopDialog } from './CorrectStopDialog.tsx'
import { ServicePin, StopProofs } from './StopProofs.tsx'
import { StopsMap } from './StopsMap.tsx'
import { punctualityOf, type StopPair, stopActions, stopPairs } from './stops.rules.ts'

const letterOf = (index: number) => String.fromCharCode(65 + Math.min(index, 25))

/** The stops as planned, each with what was executed of it, on one map with the driven way. */
export function StopsTab({ service }: { service: Service }) {
  const { t } = useText()
  const mayChange = useCan()('services.dispatch', service)
  const [open, setOpen] = useState<{ stopId: string; dialog: 'correct' | 'cancel' } | null>(null)
  const pairs = stopPairs(service)
  const pins = useMemo(
    () =>
      service.plannedStops.map(({ id, latitude, longitude }, index) => ({
        id,
        latitude,
        longitude,
        letter: letterOf(index),
      })),
    [service.plannedStops],
  )
  const chosen = pairs.find(({ planned }) => planned.id === open?.stopId)
  const close = () => setOpen(null)
  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      <StopsMap service={service} pins={pins} />
      <ServicePin service={service} />
      <Box
        component="ol"
        aria-label={t('services.details.stops')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}
      >
        {pairs.map((pair, index) => {
          const actions = stopActions(service, pair)
          const { id, address } = pair.planned
          const number = index + 1
          return (
            <Box component="li" key={id} sx={{ ...boxLook, p: '12px 14px', display: 'grid', gap: '8px' }}>
              <StopHead pair={pair} letter={letterOf(index)} />
              <StopFacts pair={pair} currency={service.currency} />
              <StopProofs
                service={service}
                stopId={id}
                isServed={pair.phase === 'done' && pair.executed?.status === 'executed'}
              />
              {mayChange && (actions.correct || actions.cancel) && (
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px' }}>
                  {actions.correct && (
                    <Button
                      size="small"
                      startIcon={<EditOutlined />}
                      aria-label={t('services.stops.correctOf', { number, address })}
                      onClick={() => setOpen({ stopId: id, dialog: 'correct' })}
                    >
                      {t(
                        pair.executed?.status === 'executed'
                          ? 'services.stops.correct'
                          : 'services.stops.record',
                      )}
                    </Button>
                  )}
                  {actions.cancel && (
                    <Button
                      size="small"
                      color="error"
                      startIcon={<CancelOutlined />}
                      aria-label={t('services.stops.cancelOf', { number, address })}
                      onClick={() => setOpen({ stopId: id, dialog: 'cancel' })}
                    >
                      {t('services.stops.cancel')}
                    </Button>
                  )}
                </Box>
              )}
            </Box>
          )
        })}
      </Box>
      {chosen && open?.dialog === 'correct' && (
        <CorrectStopDialog service={service} pair={chosen} onClose={close} />
      )}
      {chosen && open?.dialog === 'cancel' && (
        <CancelStopDialog service={service} stop={chosen.planned} onClose={close} />
      )}
    </Box>
  )
}

const phaseColours = { waiting: 'inactive', present: 'occupied', done: 'active' } as const
const punctualityColours = { early: 'inactive', onTime: 'active', late: 'alarmed' } as const

function StopHead({ pair, letter }: { pair: StopPair; letter: string }) {
  const { t } = useText()
  const { planned, executed, phase } = pair
  const isCancelled = executed !== null && executed.status !== 'executed'
  const punctuality = punctualityOf(planned, executed?.arrived ?? null)
  return (
    <Box sx={{ display: 'grid', gap: '2px' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '6px 8px', alignItems: 'center' }}>
        <Box component="h3" sx={{ typography: 'h3', m: 0, mr: 'auto' }}>
          {letter}. {t(`services.stop.type.${planned.stopType}`)}
        </Box>
        {punctuality && (
          <TintedChip colour={punctualityColours[punctuality.kind]}>
            {t(`services.stops.${punctuality.kind}`, { minutes: punctuality.minutes })}
          </TintedChip>
        )}
        <TintedChip colour={isCancelled ? 'critical' : phaseColours[phase]}>
          {executed !== null && (isCancelled || phase === 'done')
            ? t(`services.stop.status.${executed.status}`)
            : t(`services.stops.${phase === 'present' ? 'present' : 'waiting'}`)}
        </TintedChip>
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>{planned.address}</Box>
      {(planned.reference || planned.contactName || planned.contactPhone) && (
        <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
          {[planned.reference, planned.contactName].filter(Boolean).join(' · ')}{' '}
          {planned.contactPhone && (
            <PhoneLink phone={planned.contactPhone} of={planned.contactName ?? planned.address} />
          )}
        </Box>
      )}
    </Box>
  )
}

function StopFacts({ pair: { planned, executed }, currency }: { pair: StopPair; currency: string }) {
  const { t, language } = useText()
  const moment = useMoment()
  const { timeWindowStart, timeWindowEnd, extraCost, serviceMinutes } = planned
  const money = (amount: string) => formatMoney(language, amount, currency)
  const window = [moment(timeWindowStart), moment(timeWindowEnd)].map((time) => time ?? '…').join(' – ')
  const facts = [
    { name: t('services.stops.window'), value: timeWindowStart || timeWindowEnd ? window : null },
    {
      name: t('services.stops.planned'),
      value: serviceMinutes === null ? null : t('services.stops.minutes', { minutes: serviceMinutes }),
    },
    { name: t('services.field.arrived'), value: moment(executed?.arrived ?? null) },
    { name: t('services.field.departed'), value: moment(executed?.departed ?? null) },
    {
      name: t('services.field.distanceAtStop'),
      value:
        executed?.distanceAtStop === null || executed === null
          ? null
          : `${formatNumber(language, executed.distanceAtStop / 1000, 1)} km`,
    },
    { name: t('services.field.extraCost'), value: extraCost === null ? null : money(extraCost) },
    {
      name: t('services.field.costAtStop'),
      value: executed?.costAtStop ? money(executed.costAtStop) : null,
    },
    {
      name: t('services.details.operator'),
      value: executed && (executed.correctedBy ?? t(`services.stop.operator.${executed.operator}`)),
    },
    { name: t('services.field.notes'), value: executed?.notes ?? null },
    { name: t('services.stops.reason'), value: executed?.correctionReason ?? null },
  ].filter(({ value }) => value !== null)
  return facts.length === 0 ? null : <FactList facts={facts} />
}
