import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'
import { SearchField } from '../fields/SearchField.tsx'
import { useText } from '../i18n.tsx'
import { controlHeight } from '../theme/sizes.ts'
import { token } from '../theme/tokens.ts'

interface ListToolbarProps {
  typed: string
  onType: (text: string) => void
  searchLabel: string
  /** Which filters are set; true ones are counted on the button that opens them on a phone. */
  set?: readonly boolean[]
  /** Further filters, after the search. */
  children?: ReactNode
}

/** The bar above a list: the search, then further filters; on a phone behind one button with their number. */
export function ListToolbar({ typed, onType, searchLabel, set = [], children }: ListToolbarProps) {
  const { t } = useText()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [isOpen, setOpen] = useState(false)
  const count = set.filter(Boolean).length
  const hasFilters = children !== undefined
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '10px',
        p: '12px 14px',
        borderBottom: `1px solid ${token('line')}`,
        '& .MuiPickersOutlinedInput-root': { minHeight: controlHeight.bar },
        '& .MuiPickersInputBase-sectionsContainer': { py: '8px' },
      }}
    >
      <Box sx={{ flex: { xs: '1 1 140px', sm: '1 1 240px' }, minWidth: 0, maxWidth: 380 }}>
        <SearchField value={typed} onChange={onType} label={searchLabel} />
      </Box>
      {isPhone && hasFilters && (
        <Button
          variant="outlined"
          startIcon={<TuneRounded />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('ui.filters.label') : t('ui.filters.set', { count })}
        </Button>
      )}
      {(!isPhone || isOpen) && children}
    </Box>
  )
}
