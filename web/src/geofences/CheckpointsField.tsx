import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { listFences, readFence } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { checkpointsPerRoute } from '@rumbo/contract/geofences.triggers.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useDelayed } from '../ui/hooks/use-delayed.ts'
import { useText } from '../ui/i18n.tsx'

interface CheckpointsFieldProps {
  fleetId: string
  /** The route itself, which is not proposed; null for a new one. */
  fenceId: string | null
  /** Whether a shape reaches into the corridor that is drawn; null while none is. */
  overlaps: ((shape: FenceShape) => boolean) | null
  value: readonly string[]
  error: string | undefined
  onChange: (fenceIds: readonly string[]) => void
}

/** Other fences of the fleet in the order in which a route passes them. */
export function CheckpointsField(props: CheckpointsFieldProps) {
  const { fleetId, fenceId, overlaps, value, error, onChange } = props
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed, 250)
  const fences = useEndpoint(
    listFences,
    { query: { fleetId, search, size: 20 } },
    { placeholderData: keepPreviousData },
  )
  const moved = (at: number, by: -1 | 1) => {
    const id = value[at]
    return id === undefined ? value : value.toSpliced(at, 1).toSpliced(at + by, 0, id)
  }
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      {value.length > 0 && (
        <Box component="ol" aria-label={t('geofences.checkpoints.label')} sx={{ m: 0, pl: '24px' }}>
          {value.map((id, at) => (
            <Checkpoint
              key={id}
              id={id}
              overlaps={overlaps}
              onUp={at === 0 ? undefined : () => onChange(moved(at, -1))}
              onDown={at === value.length - 1 ? undefined : () => onChange(moved(at, 1))}
              onRemove={() => onChange(value.toSpliced(at, 1))}
            />
          ))}
        </Box>
      )}
      {value.length < checkpointsPerRoute && (
        <Autocomplete
          size="small"
          value={null}
          inputValue={typed}
          blurOnSelect={false}
          options={(fences.data?.items ?? []).filter(({ id }) => id !== fenceId && !value.includes(id))}
          filterOptions={(all) => all}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id }) => id}
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          onChange={(_, chosen) => chosen && onChange([...value, chosen.id])}
          loading={fences.isFetching}
          loadingText={t('ui.loading')}
          noOptionsText={t('geofences.checkpoints.none')}
          openText={t('geofences.checkpoints.add')}
          closeText={t('ui.close')}
          clearText={t('ui.clear')}
          renderInput={(input) => (
            <TextField
              {...input}
              label={t('geofences.checkpoints.add')}
              error={error !== undefined}
              helperText={error ?? t('geofences.checkpoints.hint')}
            />
          )}
        />
      )}
    </Box>
  )
}

interface CheckpointProps extends Pick<CheckpointsFieldProps, 'overlaps'> {
  id: string
  /** Undefined where it is the first. */
  onUp: (() => void) | undefined
  /** Undefined where it is the last. */
  onDown: (() => void) | undefined
  onRemove: () => void
}

function Checkpoint({ id, overlaps, onUp, onDown, onRemove }: CheckpointProps) {
  const { t } = useText()
  const fence = useEndpoint(readFence, { params: { id } })
  const shape = fence.data?.shape
  const isOutside = useMemo(() => shape && overlaps && !overlaps(shape), [shape, overlaps])
  const name = fence.data?.name ?? (fence.isError ? t('geofences.checkpoints.unknown') : '…')
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '2px' }}>
        <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <IconButton
          size="small"
          aria-label={t('geofences.checkpoints.up', { name })}
          disabled={onUp === undefined}
          onClick={onUp}
        >
          <ArrowUpwardRounded fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('geofences.checkpoints.down', { name })}
          disabled={onDown === undefined}
          onClick={onDown}
        >
          <ArrowDownwardRounded fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t('geofences.checkpoints.remove', { name })} onClick={onRemove}>
          <DeleteOutlineRounded fontSize="small" />
        </IconButton>
      </Box>
      {isOutside && <FormHelperText error>{t('geofences.checkpoints.outside')}</FormHelperText>}
    </li>
  )
}
