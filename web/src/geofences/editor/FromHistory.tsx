import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { historyRoute } from '@rumbo/contract/telemetry.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useData } from '../../app/data/use-data.ts'
import { DayPicker } from '../../telemetry/history/DayPicker.tsx'
import { useDayRoute, useHistoryDates } from '../../telemetry/history/use-history.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { DateTimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { VehiclePicker } from '../../vehicles/choose/VehiclePicker.tsx'
import { drivenPath, drivenPoints } from './driven-path.rules.ts'
import type { DraftAction, ShapeDraft } from './shape-draft.rules.ts'

interface FromHistoryProps {
  draft: ShapeDraft
  dispatch: (action: DraftAction) => void
  onUsed: () => void
}

const wholeDay = 'day'

/** A route along what a vehicle drove in a period. */
export function FromHistory({ draft, dispatch, onUsed }: FromHistoryProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { call } = useData()
  const { company } = useWorkspace()
  const [vehicle, setVehicle] = useState<Vehicle | null>(null)
  const [askedDay, setDay] = useState<string | null>(null)
  const [part, setPart] = useState(wholeDay)
  const [typed, setTyped] = useState<{ from: string | null; to: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const vehicleId = vehicle?.id ?? null
  const dates = useHistoryDates(vehicleId)
  const timeZone = dates.data?.timeZone ?? 'UTC'
  const day = askedDay ?? dates.data?.items.at(-1)?.date ?? null
  const route = useDayRoute(vehicleId, day, false).data
  const trips = route?.trips ?? []
  const trip = trips.find(({ id }) => id === part)
  const whole = route && { from: route.from, to: route.to }
  const span = typed ?? (trip ? { from: trip.startedAt, to: trip.endedAt ?? route?.to ?? null } : whole)
  const isReversed = Boolean(span?.from && span.to && span.from >= span.to)

  const reset = () => {
    setPart(wholeDay)
    setTyped(null)
    setFailure(null)
  }
  const clock = (instant: string | null) =>
    instant === null ? '…' : formatDate(language, instant, { timeZone, show: 'time' })
  const use = async () => {
    if (vehicleId === null || !span?.from || !span.to || isReversed) return
    setBusy(true)
    setFailure(null)
    try {
      const { positions, records } = await call(historyRoute, {
        params: { id: vehicleId },
        query: { from: span.from, to: span.to, points: drivenPoints },
      })
      const path = drivenPath(positions)
      if (path.length < 2) {
        setFailure(t('fenceEditor.history.none'))
        return
      }
      const { halfWidthMetres, mode } = draft
      dispatch({ type: 'replace', shape: { kind: 'route', path, halfWidthMetres, mode } })
      toasts.show({
        type: 'success',
        message: t('fenceEditor.history.done', {
          count: path.length,
          records: formatNumber(language, records),
        }),
      })
      onUsed()
    } catch (error) {
      setFailure(message(error, t('fenceEditor.history.failed')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <VehiclePicker
        value={vehicle}
        onChange={(next) => {
          setVehicle(next)
          setDay(null)
          reset()
        }}
        label={t('history.pick.label')}
        placeholder={t('history.pick.placeholder')}
        openText={t('history.pick.open')}
        noneText={t('history.pick.none')}
        error={undefined}
        companyId={company?.id}
        isOptional
      />
      {vehicleId !== null && (
        <>
          <DayPicker
            value={day}
            days={dates.data?.items}
            onChange={(next) => {
              setDay(next)
              reset()
            }}
          />
          <ChoiceField
            label={t('fenceEditor.history.part')}
            value={part}
            choices={[
              { value: wholeDay, label: t('fenceEditor.history.wholeDay') },
              ...trips.map(({ id, startedAt, endedAt, distanceMetres }) => ({
                value: id,
                label: t('fenceEditor.history.trip', {
                  from: clock(startedAt),
                  to: clock(endedAt),
                  km: formatNumber(language, distanceMetres / 1000, 1),
                }),
              })),
            ]}
            onChange={(next) => {
              reset()
              setPart(next)
            }}
          />
          <DateTimeField
            label={t('fenceEditor.history.from')}
            value={span?.from ?? null}
            timeZone={timeZone}
            onChange={(from) => setTyped({ from, to: span?.to ?? null })}
          />
          <DateTimeField
            label={t('fenceEditor.history.to')}
            value={span?.to ?? null}
            timeZone={timeZone}
            error={isReversed ? t('fenceEditor.history.order') : undefined}
            onChange={(to) => setTyped({ from: span?.from ?? null, to })}
          />
        </>
      )}
      <Box role="status" sx={{ typography: 'body2', '&:empty': { display: 'none' } }}>
        {failure}
      </Box>
      <Box>
        <Button
          variant="outlined"
          loading={isBusy}
          disabled={vehicleId === null || !span?.from || !span.to || isReversed}
          onClick={() => void use()}
        >
          {t('fenceEditor.history.use')}
        </Button>
      </Box>
    </Box>
  )
}
