import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import DragIndicatorRounded from '@mui/icons-material/DragIndicatorRounded'
import MapOutlined from '@mui/icons-material/MapOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { stopTypes } from '@rumbo/contract/services.contract'
import { type KeyboardEvent, useState } from 'react'
import { AddressField, type Located } from '../places/AddressField.tsx'
import type { KnownAddress } from '../places/address-options.rules.ts'
import { PickOnMap } from '../places/PickOnMap.tsx'
import { boxLook } from '../ui/card-look.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateTimeField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { DraftErrors } from './service-check.rules.ts'
import { pointOf, type StopDraft } from './service-draft.rules.ts'

interface StopFieldsProps {
  stop: StopDraft
  /** From 0. */
  at: number
  count: number
  errors: DraftErrors
  timeZone: string | undefined
  /** The place of a neighbouring stop: addresses close to it come first. */
  near: { latitude: number; longitude: number } | null
  onChange: (some: Partial<StopDraft>) => void
  onMove: (to: number) => void
  /** Dragging of this stop begins or ends. */
  onDrag: (isOn: boolean) => void
  /** Takes the dragged stop to this place; undefined while none is dragged. */
  onDrop: (() => void) | undefined
  onRemove: () => void
  /** Its address is focused when it appears. */
  isFirst: boolean
  /** Addresses of the customer. */
  known: readonly KnownAddress[] | undefined
}

/** One planned stop. Moved by Alt with an arrow key, or by buttons. */
export function StopFields(props: StopFieldsProps) {
  const { stop, at, count, errors, timeZone, near, onChange, onMove, onRemove, isFirst, known } = props
  const { onDrag, onDrop } = props
  const { t } = useText()
  const [isPicking, setPicking] = useState(false)
  const wrong = (field: string) => {
    const key = errors[`stops.${at}.${field}`]
    return key ? t(key) : undefined
  }
  const number = at + 1
  const locate = ({ address, latitude, longitude }: Located) =>
    onChange({ address, latitude: String(latitude), longitude: String(longitude) })
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onMove(at + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const text = (
    field:
      | 'latitude'
      | 'longitude'
      | 'reference'
      | 'contactName'
      | 'contactPhone'
      | 'extraCost'
      | 'serviceMinutes',
  ) => ({
    label: t(`services.field.${field}`),
    value: stop[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    error: wrong(field) !== undefined,
    helperText: wrong(field),
    autoComplete: 'off',
  })
  const grid = (columns: string) => ({
    display: 'grid',
    gap: '14px',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: columns },
  })

  return (
    <Box
      component="li"
      aria-label={t('services.dialog.stop', { number })}
      onKeyDownCapture={move}
      onDragOver={(event) => onDrop && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop?.()
      }}
      sx={{ ...boxLook, p: '10px 14px 14px' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '2px', mb: '8px' }}>
        {count > 1 && (
          <Box
            component="span"
            draggable
            aria-hidden
            title={t('services.dialog.dragStop')}
            onDragStart={() => onDrag(true)}
            onDragEnd={() => onDrag(false)}
            sx={{ cursor: 'grab', display: 'inline-flex', color: token('textSoft'), ml: '-6px' }}
          >
            <DragIndicatorRounded fontSize="small" />
          </Box>
        )}
        <Box component="h3" sx={{ typography: 'h3', m: 0, flex: 1 }}>
          {t('services.dialog.stop', { number })}
        </Box>
        <IconButton
          size="small"
          aria-label={t('services.dialog.moveStopUp', { number })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <ArrowUpwardRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('services.dialog.moveStopDown', { number })}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        >
          <ArrowDownwardRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('services.dialog.removeStop', { number })}
          disabled={count === 1}
          onClick={onRemove}
        >
          <DeleteOutlineRounded fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: '14px' }}>
        <Box sx={grid('170px minmax(0, 1fr)')}>
          <ChoiceField
            label={t('services.field.stopType')}
            value={stop.stopType}
            choices={stopTypes.map((value) => ({ value, label: t(`services.stop.type.${value}`) }))}
            onChange={(stopType) => onChange({ stopType })}
          />
          <AddressField
            label={t('services.field.address')}
            value={stop.address}
            onType={(address) => onChange({ address })}
            onLocate={locate}
            error={wrong('address')}
            isRequired
            isFirst={isFirst}
            near={near}
            known={known}
            hint={t('services.dialog.addressHint')}
          />
        </Box>
        <Box sx={grid('minmax(0, 1fr) minmax(0, 1fr) auto')}>
          <TextField {...text('latitude')} required slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
          <TextField {...text('longitude')} required slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
          <IconButton
            aria-label={t('services.dialog.pickOnMapStop', { number })}
            title={t('services.dialog.pickOnMap')}
            onClick={() => setPicking(true)}
            sx={{ width: 44, height: 44 }}
          >
            <MapOutlined />
          </IconButton>
        </Box>
        <Box sx={grid('minmax(0, 1fr) minmax(0, 1fr)')}>
          <DateTimeField
            label={t('services.field.timeWindowStart')}
            value={stop.timeWindowStart}
            onChange={(timeWindowStart) => onChange({ timeWindowStart })}
            timeZone={timeZone}
            isClearable
            error={wrong('timeWindowStart')}
            hint={t('ui.optional')}
          />
          <DateTimeField
            label={t('services.field.timeWindowEnd')}
            value={stop.timeWindowEnd}
            onChange={(timeWindowEnd) => onChange({ timeWindowEnd })}
            timeZone={timeZone}
            isClearable
            error={wrong('timeWindowEnd')}
            hint={t('ui.optional')}
          />
        </Box>
        <Box sx={grid('repeat(3, minmax(0, 1fr))')}>
          <TextField {...text('reference')} />
          <TextField {...text('contactName')} />
          <TextField {...text('contactPhone')} type="tel" />
          <TextField {...text('extraCost')} slotProps={{ htmlInput: { inputMode: 'decimal' } }} />
          <TextField
            {...text('serviceMinutes')}
            helperText={wrong('serviceMinutes') ?? t('services.serviceMinutes.hint')}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        </Box>
      </Box>
      {isPicking && (
        <PickOnMap
          title={t('services.dialog.pickOnMap')}
          start={pointOf(stop)}
          onClose={() => setPicking(false)}
          onPick={(place) => {
            locate(place)
            setPicking(false)
          }}
        />
      )}
    </Box>
  )
}
