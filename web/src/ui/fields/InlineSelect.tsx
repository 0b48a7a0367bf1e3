import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import Box from '@mui/material/Box'
import { token } from '../theme/tokens.ts'

interface InlineSelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A compact native select within a bar or a heading, so that phones show their own picker. */
export function InlineSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
}: InlineSelectProps<Value>) {
  return (
    <Box
      sx={{
        position: 'relative',
        minWidth: 0,
        display: 'inline-flex',
        alignItems: 'center',
        color: token('primaryText'),
      }}
    >
      <Box
        component="select"
        aria-label={label}
        value={value}
        onChange={(event: { target: { value: string } }) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        sx={{
          appearance: 'none',
          // As wide as the selected option where browsers support it, else as the longest one; truncated where space
          // is short.
          fieldSizing: 'content',
          minWidth: 0,
          textOverflow: 'ellipsis',
          border: 0,
          borderRadius: '8px',
          minHeight: 32,
          py: '4px',
          pl: '8px',
          pr: '26px',
          fontFamily: 'inherit',
          typography: 'subtitle2',
          color: 'inherit',
          backgroundColor: 'transparent',
          cursor: 'pointer',
          '& option': { color: token('text'), backgroundColor: token('raised') },
          '&:hover': { backgroundColor: token('sunken') },
          '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: 1 },
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Box>
      <KeyboardArrowDownRounded
        sx={{ position: 'absolute', right: 4, fontSize: 18, pointerEvents: 'none' }}
      />
    </Box>
  )
}
