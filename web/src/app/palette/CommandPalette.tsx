import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import type { MenuGroup } from '../shell/menu.ts'
import { grouped } from './command.rules.ts'
import { rememberRecent } from './palette-recent.ts'
import { type PaletteEntry, usePalette } from './use-palette.tsx'

interface CommandPaletteProps {
  groups: readonly MenuGroup[]
  onShortcuts: () => void
  onClose: () => void
}

/** Finds screens, vehicles, services, contacts and actions by words. Arrow keys choose, Enter runs, Escape closes. */
export function CommandPalette({ groups, onShortcuts, onClose }: CommandPaletteProps) {
  const { t } = useText()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { entries, isSearching } = usePalette({ groups, typed, onShortcuts })
  const chosen = entries[Math.min(at, entries.length - 1)]
  const optionId = (entry: PaletteEntry) => `${listId}-${entries.indexOf(entry)}`

  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    rememberRecent(entry.id)
    entry.run()
  }
  const choose = (index: number) => {
    const entry = entries[index]
    if (entry === undefined) return
    setAt(index)
    document.getElementById(optionId(entry))?.scrollIntoView({ block: 'nearest' })
  }
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && entries.length > 0) {
      event.preventDefault()
      choose((Math.min(at, entries.length - 1) + step + entries.length) % entries.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(chosen)
    }
  }
  const row = (entry: PaletteEntry) => {
    const { icon: Icon } = entry
    const isChosen = entry === chosen
    return (
      <Box
        role="option"
        key={entry.id}
        id={optionId(entry)}
        aria-selected={isChosen}
        onClick={() => open(entry)}
        onPointerMove={() => setAt(entries.indexOf(entry))}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: '12px',
          minHeight: 44,
          px: '12px',
          borderRadius: '8px',
          cursor: 'pointer',
          backgroundColor: isChosen ? token('primarySoft') : 'transparent',
          color: token(isChosen ? 'primaryText' : 'text'),
          '& svg': { fontSize: 20, flex: 'none' },
        }}
      >
        <Icon />
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {entry.label}
        </Box>
        {entry.detail && (
          <Box
            component="span"
            sx={{
              ml: 'auto',
              minWidth: 0,
              typography: 'body2',
              color: token('textSoft'),
              textAlign: 'right',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {entry.detail}
          </Box>
        )}
      </Box>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-label={t('shell.command.open')}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start', pt: '8vh' } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', px: '18px', minHeight: 56 }}>
        <SearchRounded aria-hidden fontSize="small" />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={t('shell.command.open')}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={keys}
          inputProps={{
            role: 'combobox',
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-label': t('shell.command.open'),
            'aria-activedescendant': chosen ? optionId(chosen) : undefined,
          }}
        />
      </Box>
      <Box
        role="listbox"
        id={listId}
        aria-label={t('shell.command.results')}
        sx={{ p: '6px', maxHeight: '60vh', overflowY: 'auto', borderTop: `1px solid ${token('line')}` }}
      >
        {grouped(entries).map(({ group, entries: each }) => (
          <Box key={group} role="group" aria-label={group}>
            <Box aria-hidden sx={{ typography: 'overline', color: token('textSoft'), p: '10px 12px 4px' }}>
              {group}
            </Box>
            {each.map(row)}
          </Box>
        ))}
      </Box>
      <Box role="status" sx={{ px: '18px', color: token('textSoft') }}>
        {entries.length === 0 ? (
          <Box sx={{ pb: '16px' }}>{t(isSearching ? 'palette.searching' : 'shell.command.none')}</Box>
        ) : (
          <span style={visuallyHidden}>{t('palette.found', { count: entries.length })}</span>
        )}
      </Box>
    </Dialog>
  )
}
