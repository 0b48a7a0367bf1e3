import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { useText } from '../i18n.tsx'
import { controlHeight } from '../theme/sizes.ts'
import { token } from '../theme/tokens.ts'

export interface FilterChip<V extends string> {
  value: V
  label: string
  count?: number
  icon?: ReactNode
}

interface FilterChipsProps<V extends string> {
  chips: readonly FilterChip<V>[]
  selected: readonly V[]
  onChange: (selected: V[]) => void
  /** Accessible name of the group. Default: "Filters". */
  label?: string
  /** Labels of the chips that select all and none. Default: no such chip. */
  selectAllLabel?: string
  clearLabel?: string
  /** Smaller gaps, where many must fit in one row. */
  isDense?: boolean
}

const pill = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  height: controlHeight.bar,
  px: '10px',
  borderRadius: '18px',
  border: `1px solid ${token('line')}`,
  backgroundColor: token('surface'),
  color: token('textSoft'),
  typography: 'subtitle2',
  whiteSpace: 'nowrap',
  '&:hover': { borderColor: token('lineStrong') },
  '&[aria-pressed="true"]': {
    borderColor: token('primaryText'),
    backgroundColor: token('primarySoft'),
    color: token('text'),
  },
} as const

/** Filters that are on or off, each with its count. Reports the selection in the order of `chips`. */
export function FilterChips<V extends string>({
  chips,
  selected,
  onChange,
  label,
  selectAllLabel,
  clearLabel,
  isDense = false,
}: FilterChipsProps<V>) {
  const { t } = useText()
  const toggle = (value: V) =>
    onChange(
      chips
        .map((chip) => chip.value)
        .filter((each) => (each === value ? !selected.includes(each) : selected.includes(each))),
    )
  return (
    <Box
      component="fieldset"
      aria-label={label ?? t('ui.filters.label')}
      sx={{
        display: 'flex',
        gap: isDense ? '4px' : '6px',
        border: 0,
        minWidth: 0,
        // On a phone a single row that scrolls; the padding keeps the focus ring from being clipped.
        flexWrap: { xs: 'nowrap', sm: 'wrap' },
        overflowX: { xs: 'auto', sm: 'visible' },
        scrollbarWidth: 'none',
        m: { xs: '-3px', sm: 0 },
        p: { xs: '3px', sm: 0 },
        '& > *': {
          flex: 'none',
          height: isDense ? 32 : undefined,
          px: isDense ? '8px' : undefined,
          gap: isDense ? '5px' : undefined,
        },
      }}
    >
      {chips.map(({ value, label: word, count, icon }) => (
        <ButtonBase
          key={value}
          aria-pressed={selected.includes(value)}
          onClick={() => toggle(value)}
          sx={pill}
        >
          {icon}
          <span>{word}</span>
          {count !== undefined && (
            <Box component="span" sx={{ color: token('textSoft'), fontWeight: 520 }}>
              {count}
            </Box>
          )}
        </ButtonBase>
      ))}
      {selectAllLabel !== undefined && selected.length < chips.length && (
        <ButtonBase onClick={() => onChange(chips.map(({ value }) => value))} sx={pill}>
          {selectAllLabel}
        </ButtonBase>
      )}
      {clearLabel !== undefined && selected.length > 0 && (
        <ButtonBase onClick={() => onChange([])} sx={pill}>
          {clearLabel}
        </ButtonBase>
      )}
    </Box>
  )
}
