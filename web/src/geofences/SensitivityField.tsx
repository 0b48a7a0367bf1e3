import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { fenceSensitivities, type Geofence } from '@rumbo/contract/geofences.contract'
import { sensitivities } from '@rumbo/geo/fences/sensitivity'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

type Sensitivity = Geofence['sensitivity']

/** What a sensitivity means, in numbers. */
export function useSensitivityWords(): (sensitivity: Sensitivity) => string {
  const { t } = useText()
  return (sensitivity) => {
    const { points, seconds, marginMetres, accuracyMetres } = sensitivities[sensitivity]
    return t('geofences.sensitivity.numbers', {
      points,
      seconds,
      margin: marginMetres,
      accuracy: accuracyMetres,
    })
  }
}

interface SensitivityFieldProps {
  value: Sensitivity
  onChange: (value: Sensitivity) => void
}

/** How soon a crossing counts, with the numbers of the chosen step. */
export function SensitivityField({ value, onChange }: SensitivityFieldProps) {
  const { t } = useText()
  const words = useSensitivityWords()
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={value}
        aria-label={t('geofences.field.sensitivity')}
        onChange={(_, next: Sensitivity | null) => next && onChange(next)}
      >
        {fenceSensitivities.map((one) => (
          <ToggleButton key={one} value={one} sx={{ px: '16px' }}>
            {t(`geofences.sensitivity.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box role="status" sx={{ typography: 'body2', color: token('textSoft') }}>
        {words(value)}
      </Box>
    </>
  )
}
