import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import type { Service } from '@rumbo/contract/services.contract'
import {
  changeServiceSeries,
  createServiceSeries,
  readServiceSeries,
} from '@rumbo/contract/services.series.contract'
import { type ReactNode, useState } from 'react'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { nowMs } from '../../ui/clock.ts'
import { dayAt } from '../../ui/fields/calendar-day.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { ServiceBody } from '../service-draft.rules.ts'
import { ServiceRepeatFields } from './ServiceRepeatFields.tsx'
import { checkRepeat, type RepeatDraft, usualRepeat } from './series-draft.rules.ts'

interface SeriesDraft {
  /** Whether the service is saved as a series. */
  isOn: boolean
  isRight: boolean
  /** The error of the last attempt. */
  error: Error | null
  fields: ReactNode
  /** Creates the series, or changes it from the service on. */
  save: (body: ServiceBody) => Promise<void>
}

/**
 * The repetition of the service in the dialog: a new one may repeat; of a series, one service or all following ones
 * may be changed.
 * @param of the dispatch time as typed; whether errors are shown yet
 */
export function useSeriesDraft(
  service: Service | undefined,
  of: { dispatchTime: string | null; timeZone: string | undefined; isChecked: boolean },
): SeriesDraft {
  const { t } = useText()
  const toasts = useToasts()
  const [repeat, setRepeat] = useState<RepeatDraft | null>(null)
  const create = useChange(createServiceSeries)
  const change = useChange(changeServiceSeries)
  const seriesId = service?.status === 'created' ? service.seriesId : null
  const series = useEndpoint(
    readServiceSeries,
    { params: { id: seriesId ?? '' } },
    { enabled: seriesId !== null },
  ).data
  const timeZone = of.timeZone ?? 'UTC'
  const first = dayAt(of.dispatchTime === null ? nowMs() : Date.parse(of.dispatchTime), timeZone)
  const errors = repeat === null ? {} : checkRepeat(repeat, first)
  const isOn = repeat !== null

  const save = async (body: ServiceBody) => {
    if (repeat === null) return
    if (service === undefined) {
      const made = await create.mutateAsync({ body: { ...body, repeat } })
      toasts.show({ type: 'success', message: t('series.done.created', { count: made.created }) })
    } else if (series !== undefined) {
      const requesterContactId = body.requesterContactId ?? service.requesterContactId
      const from = dayAt(Date.parse(service.dispatchTime), timeZone)
      const { created, kept } = await change.mutateAsync({
        params: { id: series.id },
        body: { ...body, requesterContactId, repeat, from, version: series.version },
      })
      toasts.show({ type: 'success', message: t('series.done.changed', { created, kept }) })
    }
  }
  const fields = repeat !== null && (
    <ServiceRepeatFields
      value={repeat}
      first={first}
      errors={of.isChecked ? errors : {}}
      onChange={setRepeat}
    />
  )
  return {
    isOn,
    isRight: Object.keys(errors).length === 0,
    error: create.error ?? change.error,
    save,
    fields:
      service === undefined ? (
        <Box sx={{ display: 'grid', gap: '12px' }}>
          <FormControlLabel
            control={
              <Switch checked={isOn} onChange={(_, on) => setRepeat(on ? usualRepeat(first) : null)} />
            }
            label={t('series.repeat')}
          />
          {fields}
        </Box>
      ) : series === undefined || series.state === 'ended' ? null : (
        <Box sx={{ display: 'grid', gap: '12px' }}>
          <RadioGroup
            row
            aria-label={t('series.reach')}
            value={isOn ? 'following' : 'one'}
            onChange={(_, reach) => {
              const { weekdays, until, skipsHolidays } = series
              setRepeat(reach === 'following' ? { weekdays, until, skipsHolidays } : null)
            }}
          >
            <FormControlLabel value="one" control={<Radio />} label={t('series.reach.one')} />
            <FormControlLabel value="following" control={<Radio />} label={t('series.reach.following')} />
          </RadioGroup>
          {isOn && <FormHelperText sx={{ m: 0 }}>{t('series.reach.hint')}</FormHelperText>}
          {fields}
        </Box>
      ),
  }
}
