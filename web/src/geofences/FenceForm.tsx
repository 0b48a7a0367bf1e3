import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import type { ReactNode } from 'react'
import { useZones } from '../places/use-zones.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { ScopeField } from '../vehicles/choose/ScopeField.tsx'
import { FenceColourField } from './FenceColourField.tsx'
import { FenceTagsField } from './FenceTagsField.tsx'
import { FenceTriggers, type FenceTriggersProps } from './FenceTriggers.tsx'
import type { FenceErrors, ShapeKind } from './fence-check.rules.ts'
import type { FenceDraft } from './fence-draft.rules.ts'
import { SensitivityField } from './SensitivityField.tsx'

interface FenceFormProps {
  fleetId: string
  /** The stored fence; null for a new one. It cannot be its own checkpoint. */
  fenceId: string | null
  /** What is drawn; null while nothing is. */
  shape: ShapeKind
  /** Whether a shape reaches into the corridor that is drawn. Default: nothing is known of it. */
  overlaps?: ((shape: FenceShape) => boolean) | null
  value: FenceDraft
  errors: FenceErrors
  /** Other fences with a speed limit in the same place. Default: none. */
  overlapping?: FenceTriggersProps['overlapping']
  onChange: (value: FenceDraft) => void
}

const noZone = 'none'
const workshopHint = 'fence-workshop-hint'

/** Everything of a geofence except its shape. Controlled; `checkFence` and `refusedFields` make the errors. */
export function FenceForm(props: FenceFormProps) {
  const { fleetId, fenceId, shape, overlaps = null, value, errors, overlapping, onChange } = props
  const { t } = useText()
  const { zones } = useZones(fleetId)
  const change = (some: Partial<FenceDraft>) => onChange({ ...value, ...some })
  return (
    <Box sx={{ display: 'grid', gap: '20px', minWidth: 0 }}>
      <TextField
        label={t('geofences.field.name')}
        value={value.name}
        required
        onChange={({ target }) => change({ name: target.value })}
        error={errors.name !== undefined}
        helperText={errors.name}
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
      <TextField
        label={t('geofences.field.description')}
        value={value.description}
        multiline
        maxRows={6}
        onChange={({ target }) => change({ description: target.value })}
        error={errors.description !== undefined}
        helperText={errors.description}
      />
      <FenceColourField value={value.colour} onChange={(colour) => change({ colour })} />
      <FenceTagsField
        label={t('geofences.field.tags')}
        value={value.tags}
        error={errors.tags}
        onChange={(tags) => change({ tags })}
      />
      <FormControlLabel
        control={<Switch checked={value.isActive} onChange={(_, isActive) => change({ isActive })} />}
        label={t('geofences.field.isActive')}
      />
      {(zones.length > 0 || value.zoneId !== null) && (
        <ChoiceField
          label={t('geofences.field.zone')}
          value={value.zoneId ?? noZone}
          choices={[
            { value: noZone, label: t('geofences.zone.none') },
            ...zones.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ zoneId: id === noZone ? null : id })}
          error={errors.zoneId}
          hint={t('geofences.zone.hint')}
        />
      )}
      {(shape !== 'route' || value.isWorkshop) && (
        <Box>
          <FormControlLabel
            control={
              <Switch
                checked={value.isWorkshop}
                onChange={(_, isWorkshop) => change({ isWorkshop })}
                slotProps={{ input: { 'aria-describedby': workshopHint } }}
              />
            }
            label={t('geofences.field.isWorkshop')}
          />
          <FormHelperText id={workshopHint} error={errors.isWorkshop !== undefined}>
            {errors.isWorkshop ?? t('geofences.workshop.hint')}
          </FormHelperText>
        </Box>
      )}
      <Part title={t('geofences.field.scope')}>
        <ScopeField
          fleetId={fleetId}
          label={t('geofences.scope.choose')}
          value={value.scope}
          error={errors.scope}
          onChange={(scope) => change({ scope })}
        />
      </Part>
      <Part title={t('geofences.field.triggers')}>
        <FenceTriggers
          fleetId={fleetId}
          fenceId={fenceId}
          shape={shape}
          overlaps={overlaps}
          value={value.triggers}
          errors={errors}
          overlapping={overlapping}
          onChange={(triggers) => change({ triggers })}
        />
      </Part>
      <Part title={t('geofences.field.sensitivity')}>
        <SensitivityField value={value.sensitivity} onChange={(sensitivity) => change({ sensitivity })} />
      </Part>
    </Box>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: '10px' }}>
      <Box component="legend" sx={{ typography: 'h3', p: 0, mb: '4px' }}>
        {title}
      </Box>
      {children}
    </Box>
  )
}
