import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { routeModes } from '@rumbo/contract/geofences.shapes.contract'
import { useId } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { RouteMode } from './shape-draft.rules.ts'

interface ModeChoiceProps {
  value: RouteMode
  onChange: (mode: RouteMode) => void
}

/** How a route may be driven, each explained with a diagram. */
export function ModeChoice({ value, onChange }: ModeChoiceProps) {
  const { t } = useText()
  const labelId = useId()
  return (
    <Box sx={{ display: 'grid', gap: '4px' }}>
      <Box id={labelId} sx={{ typography: 'h3' }}>
        {t('fenceEditor.mode')}
      </Box>
      <RadioGroup
        aria-labelledby={labelId}
        value={value}
        onChange={(_, mode) => onChange(mode as RouteMode)}
        sx={{ gap: '2px' }}
      >
        {routeModes.map((mode) => (
          <FormControlLabel
            key={mode}
            value={mode}
            control={<Radio />}
            sx={{ mr: 0, '& .MuiFormControlLabel-label': { flex: 1, minWidth: 0 } }}
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: '12px' }}>
                <ModeDiagram mode={mode} />
                <Box component="span" sx={{ minWidth: 0 }}>
                  <Box component="span" sx={{ display: 'block' }}>
                    {t(`fenceEditor.mode.${mode}`)}
                  </Box>
                  <Box
                    component="span"
                    sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}
                  >
                    {t(`fenceEditor.mode.${mode}.text`)}
                  </Box>
                </Box>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </Box>
  )
}

/** Heads of arrows along the road, as [x, y, degrees], and a line with a turn in the middle of it. */
const drawn: Readonly<Record<RouteMode, { lines: string[]; heads: [number, number, number][] }>> = {
  one_way: {
    lines: ['M6 18H58'],
    heads: [
      [34, 18, 0],
      [58, 18, 0],
    ],
  },
  two_way: {
    lines: ['M6 14H58', 'M58 22H6'],
    heads: [
      [58, 14, 0],
      [6, 22, 180],
    ],
  },
  free: {
    lines: ['M6 14H40a4 4 0 0 1 0 8H6', 'M50 18H58'],
    heads: [
      [6, 22, 180],
      [58, 18, 0],
      [28, 14, 0],
    ],
  },
}

function ModeDiagram({ mode }: { mode: RouteMode }) {
  const { lines, heads } = drawn[mode]
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 64 36"
      sx={{ width: 64, height: 36, flexShrink: 0, color: token('primaryText') }}
    >
      <rect x="1" y="6" width="62" height="24" rx="12" fill="currentColor" opacity="0.14" />
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
        {heads.map(([x, y, degrees]) => (
          <path key={`${x} ${y}`} d="M-5 -4L0 0L-5 4" transform={`translate(${x} ${y}) rotate(${degrees})`} />
        ))}
      </g>
    </Box>
  )
}
