import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import { fencePalette } from '@rumbo/contract/geofences.contract'
import { useId } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'

type Named = keyof typeof fencePalette
const named = Object.entries(fencePalette) as [Named, string][]

interface FenceColourFieldProps {
  value: string
  onChange: (colour: string) => void
}

/** The colour of a fence: one of the proposed ones by name, or any other. */
export function FenceColourField({ value, onChange }: FenceColourFieldProps) {
  const { t } = useText()
  const group = useId()
  const isOther = !named.some(([, colour]) => colour === value)
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'h3', p: 0, mb: '8px' }}>
        {t('geofences.field.colour')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}>
        {named.map(([name, colour]) => (
          <Box component="label" key={name} title={t(`geofences.colour.${name}`)} sx={swatch(colour)}>
            <input
              type="radio"
              name={group}
              value={colour}
              checked={colour === value}
              onChange={() => onChange(colour)}
              aria-label={t(`geofences.colour.${name}`)}
              style={visuallyHidden}
            />
            {colour === value && <CheckRounded fontSize="small" aria-hidden />}
          </Box>
        ))}
        <Box
          component="label"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: '8px', typography: 'body2' }}
        >
          {t('geofences.colour.other')}
          <Box
            component="input"
            type="color"
            value={value}
            onChange={({ target }: { target: { value: string } }) => onChange(target.value.toLowerCase())}
            sx={{
              width: 40,
              height: 32,
              p: '2px',
              borderRadius: '8px',
              cursor: 'pointer',
              border: `2px solid ${isOther ? token('primaryText') : token('lineStrong')}`,
              backgroundColor: token('surface'),
            }}
          />
        </Box>
      </Box>
    </Box>
  )
}

const swatch = (colour: string) => ({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  cursor: 'pointer',
  backgroundColor: colour,
  color: token('surface'),
  border: `2px solid ${token('surface')}`,
  boxShadow: `0 0 0 1px ${token('lineStrong')}`,
  '&:has(input:checked)': { boxShadow: `0 0 0 2px ${token('primaryText')}` },
  '&:has(input:focus-visible)': { outline: `2px solid ${token('primaryText')}`, outlineOffset: 4 },
})
