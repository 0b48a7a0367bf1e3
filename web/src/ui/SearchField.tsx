import CloseRounded from '@mui/icons-material/CloseRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useEffect, useRef } from 'react'
import { useText } from './i18n.tsx'
import { KeyHint } from './KeyHint.tsx'
import { token } from './tokens.ts'

interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** What is searched; also the placeholder. */
  label?: string
  /** `/` jumps here while no other field has the focus. On by default; one field a screen. */
  hasShortcut?: boolean
}

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName))

/** A search in a bar. Escape clears it. */
export function SearchField({ value, onChange, label, hasShortcut = true }: SearchFieldProps) {
  const { t } = useText()
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
    <TextField
      size="small"
      type="text"
      value={value}
      placeholder={name}
      inputRef={input}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
      sx={{ maxWidth: 380, '& .MuiInputBase-root': { backgroundColor: token('sunken') } }}
      slotProps={{
        htmlInput: {
          role: 'searchbox',
          'aria-label': name,
          'aria-keyshortcuts': hasShortcut ? '/' : undefined,
          autoComplete: 'off',
          spellCheck: false,
        },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchRounded fontSize="small" />
            </InputAdornment>
          ),
          endAdornment:
            value === '' ? (
              hasShortcut && <KeyHint>/</KeyHint>
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
            ),
        },
      }}
    />
  )
}
