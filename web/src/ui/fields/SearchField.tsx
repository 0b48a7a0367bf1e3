import CloseRounded from '@mui/icons-material/CloseRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../i18n.tsx'
import { KeyHint } from '../KeyHint.tsx'
import { controlHeight } from '../theme/sizes.ts'
import { useThemeSettings } from '../theme/theme-settings.tsx'
import { token } from '../theme/tokens.ts'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** What is searched; also the placeholder. */
  label?: string
  /** `/` focuses it while no other field has the focus. Default: true; use it for one field per screen. */
  hasShortcut?: boolean
}

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName))

/** A search field. Escape clears it. */
export function SearchField({ value, onChange, label, hasShortcut: mayJump = true }: SearchFieldProps) {
  const { t } = useText()
  const hasShortcut = useThemeSettings().settings.singleKeys && mayJump
  const input = useRef<HTMLInputElement>(null)
  const name = label ?? t('ui.search.label')

  useEffect(() => {
    if (!hasShortcut) return
    const jump = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(document.activeElement)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', jump)
    return () => document.removeEventListener('keydown', jump)
  }, [hasShortcut])

  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '8px',
        width: '100%',
        maxWidth: 380,
        height: controlHeight.bar,
        px: '12px',
        borderRadius: '8px',
        border: `1px solid ${token('lineStrong')}`,
        backgroundColor: token('sunken'),
        color: token('textSoft'),
        '&:focus-within': {
          borderColor: token('primaryText'),
          boxShadow: `0 0 0 1px ${token('primaryText')}`,
        },
      }}
    >
      <SearchRounded fontSize="small" />
      <Box
        component="input"
        ref={input}
        type="text"
        role="searchbox"
        aria-label={name}
        aria-keyshortcuts={hasShortcut ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={name}
        value={value}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
        onKeyDown={(event: ReactKeyboardEvent) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
        sx={{
          flex: 1,
          minWidth: 0,
          border: 0,
          outline: 'none',
          font: 'inherit',
          typography: 'body1',
          color: token('text'),
          backgroundColor: 'transparent',
          textOverflow: 'ellipsis',
          '&::placeholder': { color: token('textSoft'), opacity: 1 },
        }}
      />
      {value === '' ? (
        hasShortcut && (
          <Box component="span" sx={{ '@media (hover: none), (max-width: 600px)': { display: 'none' } }}>
            <KeyHint>/</KeyHint>
          </Box>
        )
      ) : (
        <IconButton
          size="small"
          edge="end"
          aria-label={t('ui.search.clear')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <CloseRounded fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}
