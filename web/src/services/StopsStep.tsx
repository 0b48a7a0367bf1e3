import AddRounded from '@mui/icons-material/AddRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import type { StepProps } from './CustomerStep.tsx'
import { useCaller } from './callers/use-caller.ts'
import { RouteQuote } from './quote/RouteQuote.tsx'
import { StopFields } from './StopFields.tsx'
import { StopsMap } from './StopsMap.tsx'
import { emptyStop, moveStop, pointOf, type StopDraft } from './service-draft.rules.ts'

interface StopsStepProps extends StepProps {
  timeZone: string | undefined
  /** The fleet of the service; null if none is selected. */
  fleetId: string | null
  fleetName: string | null
  currency: string
}

const maxStops = 50

/** The place of the nearest preceding stop, or else of the next one. */
function nearOf(stops: readonly StopDraft[], at: number) {
  const others = [...stops.slice(0, at).reverse(), ...stops.slice(at + 1)]
  return others.map(pointOf).find((point) => point !== null) ?? null
}

/** The planned stops in order. */
export function StopsStep(props: StopsStepProps) {
  const { draft, errors, onChange, timeZone, fleetId, fleetName, currency } = props
  const { t } = useText()
  const [said, setSaid] = useState('')
  const [shownFirst] = useState(() => draft.stops.find(({ address }) => address === '')?.key)
  const [added, setAdded] = useState<string | null>(null)
  /** The place of the stop that is being dragged. */
  const [dragged, setDragged] = useState<number | null>(null)
  const { stops } = draft
  const known = useCaller(draft.requesterContactId)?.places
  const add = () => {
    if (stops.length >= maxStops) return
    const stop = emptyStop(stops.length === 0 ? 'pickup' : 'drop')
    setAdded(stop.key)
    onChange({ stops: [...stops, stop] })
  }
  const addByKey = (event: KeyboardEvent) => {
    // By its place on the keyboard: with Alt, some systems write another character.
    if (!event.altKey || event.code !== 'KeyN') return
    event.preventDefault()
    add()
  }
  const replace = (at: number, some: Partial<StopDraft>) =>
    onChange({ stops: stops.map((stop, index) => (index === at ? { ...stop, ...some } : stop)) })
  const move = (from: number, to: number) => {
    const moved = moveStop(stops, from, to)
    if (moved === stops) return
    onChange({ stops: moved })
    setSaid(t('services.dialog.moved', { from: from + 1, to: to + 1 }))
  }
  return (
    <Box sx={{ display: 'grid', gap: '12px' }} onKeyDown={addByKey}>
      {fleetName === null ? (
        <Alert severity="error">{t('services.valid.fleetRequired')}</Alert>
      ) : (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('services.dialog.fleet', { name: fleetName })}
        </Box>
      )}
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      {errors.stops && <Alert severity="error">{t(errors.stops)}</Alert>}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '12px' }}>
        {stops.map((stop, at) => (
          <StopFields
            key={stop.key}
            stop={stop}
            at={at}
            count={stops.length}
            errors={errors}
            timeZone={timeZone}
            near={nearOf(stops, at)}
            known={known}
            onChange={(some) => replace(at, some)}
            onMove={(to) => move(at, to)}
            onDrag={(isOn) => setDragged(isOn ? at : null)}
            onDrop={dragged === null ? undefined : () => move(dragged, at)}
            isFirst={stop.key === (added ?? shownFirst)}
            onRemove={() => onChange({ stops: stops.filter((_, index) => index !== at) })}
          />
        ))}
      </Box>
      <Box>
        <Button
          variant="outlined"
          startIcon={<AddRounded />}
          disabled={stops.length >= maxStops}
          aria-keyshortcuts="Alt+N"
          title={`${t('services.dialog.addStop')} (Alt+N)`}
          onClick={add}
        >
          {t('services.dialog.addStop')}
        </Button>
      </Box>
      <StopsMap draft={draft} fleetId={fleetId} currency={currency} />
      <RouteQuote
        draft={draft}
        fleetId={fleetId}
        currency={currency}
        timeZone={timeZone}
        onChange={onChange}
      />
    </Box>
  )
}
