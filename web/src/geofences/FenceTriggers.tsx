import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { triggersPerFence } from '@rumbo/contract/geofences.triggers.contract'
import { useState } from 'react'
import { ChoiceMenu } from '../ui/fields/ChoiceMenu.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type FenceErrors, fitsShape, type ShapeKind } from './fence-check.rules.ts'
import { figuresOfTrigger, newTrigger, type TriggerDraft, type TriggerKind } from './fence-draft.rules.ts'
import { TriggerFields } from './TriggerFields.tsx'

export interface FenceTriggersProps {
  fleetId: string
  fenceId: string | null
  shape: ShapeKind
  overlaps: ((shape: FenceShape) => boolean) | null
  value: readonly TriggerDraft[]
  errors: FenceErrors
  /** Other fences with a speed limit in the same place. Default: none. */
  overlapping?: readonly { name: string; limitKmh: number }[] | undefined
  onChange: (triggers: readonly TriggerDraft[]) => void
}

/** Named overlapping fences; the lowest limits come first. */
const mostNamed = 5
const kinds = Object.keys(figuresOfTrigger) as TriggerKind[]

/** What of a vehicle and the fence becomes an event. */
export function FenceTriggers(props: FenceTriggersProps) {
  const { fleetId, fenceId, shape, overlaps, value, errors, overlapping = [], onChange } = props
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      {value.length === 0 && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('geofences.trigger.none')}</Box>
      )}
      {value.map((trigger, at) => (
        <TriggerFields
          key={trigger.key}
          fleetId={fleetId}
          fenceId={fenceId}
          overlaps={overlaps}
          number={at + 1}
          value={trigger}
          errorOf={(field) => errors[`triggers.${at}.${field}`]}
          onChange={(next) => onChange(value.with(at, next))}
          onRemove={() => onChange(value.toSpliced(at, 1))}
        />
      ))}
      {overlapping.length > 0 && value.some(({ kind }) => kind === 'speeding') && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('geofences.overlap.limits', {
            fences: overlapping
              .slice(0, mostNamed)
              .map(({ name, limitKmh }) => `${name} (${limitKmh} km/h)`)
              .join(', '),
          })}
        </Box>
      )}
      {value.length < triggersPerFence && (
        <Box>
          <Button
            size="small"
            startIcon={<AddRounded />}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
          >
            {t('geofences.trigger.add')}
          </Button>
          <ChoiceMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            label={t('geofences.trigger.add')}
            items={kinds.map((kind) => ({
              label: t(`geofences.trigger.${kind}`),
              onChoose: () => onChange([...value, newTrigger(kind)]),
              lockedReason: fitsShape(kind, shape) ? undefined : t('fields.trigger_of_routes'),
            }))}
          />
        </Box>
      )}
    </>
  )
}
