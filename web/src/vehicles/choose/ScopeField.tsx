import FormHelperText from '@mui/material/FormHelperText'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { FenceScope } from '@rumbo/contract/geofences.contract'
import { useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { VehiclesField } from './VehiclesField.tsx'

interface ScopeFieldProps {
  fleetId: string
  /** Of the field of chosen vehicles. */
  label: string
  value: FenceScope
  error: string | undefined
  onChange: (scope: FenceScope) => void
}

/** All vehicles of a fleet, or chosen ones. */
export function ScopeField({ fleetId, label, value, error, onChange }: ScopeFieldProps) {
  const { t } = useText()
  /** Comes back when the user goes to the fleet and returns. */
  const [ids, setIds] = useState<string[]>(value.kind === 'vehicles' ? value.vehicleIds : [])
  const choose = (vehicleIds: string[]) => {
    setIds(vehicleIds)
    onChange({ kind: 'vehicles', vehicleIds })
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value.kind}
        aria-label={t('vehicles.scope.label')}
        onChange={(_, kind: FenceScope['kind'] | null) => {
          if (kind === 'fleet') onChange({ kind })
          if (kind === 'vehicles') choose(ids)
        }}
      >
        <ToggleButton value="fleet">{t('vehicles.scope.fleet')}</ToggleButton>
        <ToggleButton value="vehicles">{t('vehicles.scope.vehicles')}</ToggleButton>
      </ToggleButtonGroup>
      {value.kind === 'vehicles' && (
        <VehiclesField
          fleetId={fleetId}
          label={label}
          value={value.vehicleIds}
          error={error}
          onChange={choose}
        />
      )}
      {value.kind === 'fleet' && error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </>
  )
}
