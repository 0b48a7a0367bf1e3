import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/tokens.ts'
import { useGo } from './address.tsx'
import { matching } from './command.rules.ts'
import type { MenuGroup } from './menu.ts'

/** Jumps to any screen by a part of its name. Arrows choose, Enter opens, Escape closes. */
export function CommandPalette({ groups, onClose }: { groups: readonly MenuGroup[]; onClose: () => void }) {
  const { t } = useText()
  const go = useGo()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const entries = groups.flatMap((group) =>
    group.items.map((item) => ({
      item,
      label: t(item.labelKey),
      group: group.labelKey === null ? '' : t(group.labelKey),
    })),
  )
  const found = matching(entries, typed)
  const chosen = found[Math.min(at, found.length - 1)]
  const optionId = (index: number) => `${listId}-${index}`

  const open = (entry: (typeof found)[number] | undefined) => {
    if (entry === undefined) return
    onClose()
    go(entry.item.to)
  }
  const keys = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      const next = (Math.min(at, found.length - 1) + step + found.length) % found.length
      setAt(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(chosen)
    }
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
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '10px', px: '18px', height: 56 }}>
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
            'aria-activedescendant': chosen ? optionId(found.indexOf(chosen)) : undefined,
          }}
        />
      </Box>
      <Box
        component="ul"
        role="listbox"
        id={listId}
        aria-label={t('shell.command.results')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: '6px',
          maxHeight: '50vh',
          overflowY: 'auto',
          borderTop: `1px solid ${token('line')}`,
        }}
      >
        {found.map((entry, index) => {
          const { icon: Icon } = entry.item
          const isChosen = entry === chosen
          return (
            <Box
              component="li"
              role="option"
              key={entry.item.labelKey}
              id={optionId(index)}
              aria-selected={isChosen}
              onClick={() => open(entry)}
              onPointerMove={() => setAt(index)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: '12px',
                height: 44,
                px: '12px',
                borderRadius: '8px',
                cursor: 'pointer',
                backgroundColor: isChosen ? token('primarySoft') : 'transparent',
                color: token(isChosen ? 'primaryText' : 'text'),
                '& svg': { fontSize: 20 },
              }}
            >
              <Icon />
              <span>{entry.label}</span>
              <Box component="span" sx={{ ml: 'auto', typography: 'body2', color: token('textSoft') }}>
                {entry.group}
              </Box>
            </Box>
          )
        })}
      </Box>
      {found.length === 0 && (
        <Box role="status" sx={{ px: '18px', pb: '16px', color: token('textSoft') }}>
          {t('shell.command.none')}
        </Box>
      )}
    </Dialog>
  )
}
