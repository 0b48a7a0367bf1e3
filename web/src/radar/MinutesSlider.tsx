import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import { useState } from 'react'
import { useText } from '../ui/i18n.tsx'

interface MinutesSliderProps {
  /** Minutes of the outermost ring. */
  max: number
  /** Null: up to the outermost ring. */
  value: number | null
  isDisabled: boolean
  onChange: (minutes: number | null) => void
}

/**
 * Limits the arrivals shown, in minutes. Applied when released, so that the address does not change with each pixel.
 */
export function MinutesSlider({ max, value, isDisabled, onChange }: MinutesSliderProps) {
  const { t } = useText()
  const [held, setHeld] = useState<number | null>(null)
  const shown = Math.min(held ?? value ?? max, max)
  return (
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', alignItems: 'center', gap: '18px' }}>
      <Box component="span" aria-hidden sx={{ typography: 'body2', minWidth: 92, whiteSpace: 'nowrap' }}>
        {t('radar.max.upTo', { minutes: shown })}
      </Box>
      <Slider
        size="small"
        aria-label={t('radar.max.label')}
        getAriaValueText={(minutes) => t('radar.max.upTo', { minutes })}
        min={1}
        max={max}
        value={shown}
        disabled={isDisabled}
        onChange={(_, next) => setHeld(next as number)}
        onChangeCommitted={(_, next) => {
          setHeld(null)
          onChange(next === max ? null : (next as number))
        }}
      />
    </Box>
  )
}
